import type { NodeHint } from 'n8n-workflow';

const sendsEachItem =
	'$parameter["resource"] === "campaign" && $parameter["operation"] === "send" && $input.all().length > 1';

/** Only numbers count: names from the item with a fixed number are still several messages to one phone. */
const recipients =
	'$parameter["recipientsInput"] === "json" ? $rawParameter["recipientsJson"] : ($rawParameter["recipients"]?.recipient ?? []).map(({ messengerNumber }) => messengerNumber)';

/** An expression begins with "=", and may have text before its braces. */
const recipientsReadTheItem = `/"=.*\\{\\{/.test(JSON.stringify(${recipients}))`;

const location = 'outputPane';
const beforeRun = { location, whenToDisplay: 'beforeExecution' } as const;

/** The editor's words where a run reaches people, or where the parameters look like a mistake. */
export const hints: NodeHint[] = [
	{
		type: 'warning',
		// After a run, too: the next click sends again.
		location,
		displayCondition:
			'={{ $parameter["resource"] === "campaign" && $parameter["sendMode"] === "send" }}',
		message: "Execute step sends to the recipients: 'Send Mode' is 'Send'.",
	},
	{
		type: 'warning',
		...beforeRun,
		displayCondition: `={{ ${sendsEachItem} && !${recipientsReadTheItem} }}`,
		message:
			"Every input item sends the campaign to the same recipients again. Use an expression in the recipients, or the operation 'Send to All Items'.",
	},
	{
		type: 'info',
		...beforeRun,
		displayCondition: `={{ ${sendsEachItem} && ${recipientsReadTheItem} }}`,
		message:
			"Every input item is sent as a separate campaign. The operation 'Send to All Items' sends one campaign to all items, in a few requests.",
	},
];
