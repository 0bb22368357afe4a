import { checkInputs } from '../../../nodes/Messenger/response/wording';

const [sender, template, language, recipients] = [
	"'Sender Number'",
	"'Template Name'",
	"'Template Language'",
	'the recipients',
];
const campaign = [sender, template, language, recipients];

it.each<[said: string | undefined, inputs: string[], sentence: string]>([
	[undefined, ["'Email'"], "Check 'Email'."],
	['', ["'Email'", 'the options'], "Check 'Email' and the options."],
	['Invalid', campaign, `Check ${sender}, ${template}, ${language}, and ${recipients}.`],
	['No such template', campaign, `Check ${template}, ${language}, ${sender}, and ${recipients}.`],
	[
		'TEMPLATE_LANGUAGE is unknown',
		campaign,
		`Check ${language}, ${template}, ${sender}, and ${recipients}.`,
	],
	[
		'Too many recipients',
		campaign,
		`Check ${recipients}, ${sender}, ${template}, and ${language}.`,
	],
	['recipient 1 is bad', campaign, `Check ${recipients}, ${sender}, ${template}, and ${language}.`],
	// Short words, such as "the", say nothing.
	['the', ["'Email'", 'the options'], "Check 'Email' and the options."],
])('what to check after %j of %j: %s', (said, inputs, sentence) => {
	const given = Object.freeze([...inputs]);
	expect(checkInputs(given, said)).toBe(sentence);
});
