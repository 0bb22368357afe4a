import type { NodeHint } from 'n8n-workflow';

const location = 'outputPane';

/** The editor's words where a run reaches people. */
export const hints: NodeHint[] = [
	{
		type: 'warning',
		location,
		// After a run, its own hint says what the next click does.
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ $parameter["resource"] === "campaign" && $parameter["sendMode"] === "send" }}',
		message: 'Careful: each click on Execute step sends to real people.',
	},
	{
		type: 'warning',
		location,
		whenToDisplay: 'beforeExecution',
		displayCondition:
			'={{ $parameter["resource"] === "campaign" && $parameter["operation"] === "send" && $input.all().length > 1 }}',
		message:
			"Every input item sends a campaign of its own: to the same recipients again, unless they are read from the item. The operation 'Send to All Items' sends one campaign to all items.",
	},
];
