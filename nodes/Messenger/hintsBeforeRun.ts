import type { NodeHint } from 'n8n-workflow';

const sendsEachItem =
	'$parameter["resource"] === "campaign" && $parameter["operation"] === "send" && $input.all().length > 1';

/** Only numbers count: names from the item with a fixed number are still several messages to one phone. */
const recipients =
	'$parameter["recipientsInput"] === "json" ? $rawParameter["recipientsJson"] : ($rawParameter["recipients"]?.recipient ?? []).map(({ messengerNumber }) => messengerNumber)';

/** An expression begins with "=". One such as `$input.all()` returns the same for each item. */
const recipientsReadTheItem = `/"=.*\\{\\{.*(\\$json|\\$binary|\\$fromAI|item)/i.test(JSON.stringify(${recipients}))`;

/** As a template in JSON, such as `"name": "{{ $json.name }}"`. */
const quotesAnExpression =
	'/"[^",:{}[\\]]*\\{\\{/.test([$rawParameter["recipientsJson"], $rawParameter["dataJson"]].join())';

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
			"Every input item sends the campaign to the same recipients again. Read the recipients from the item, or choose the operation 'Send to All Items'.",
	},
	{
		type: 'warning',
		...beforeRun,
		displayCondition: `={{ ${quotesAnExpression} }}`,
		message:
			'A quotation mark in a value can break or change this JSON, even whom it reaches. Write {{ JSON.stringify($json.x) }} without quotes around it.',
	},
	{
		type: 'info',
		...beforeRun,
		displayCondition: `={{ ${sendsEachItem} && ${recipientsReadTheItem} }}`,
		message:
			"Every input item is sent as a separate campaign. The operation 'Send to All Items' sends one campaign to all items, in a few requests.",
	},
];
