import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { NodeTypes } from '../../support/engine/nodeTypes';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import {
	allParameters,
	descriptionTexts,
	type ShownText,
	type TextKind,
} from '../../../release/texts/descriptionTexts';
import { inputTexts } from '../../../release/texts/inputTexts';
import { problemTexts } from '../../../release/texts/problemTexts';

const node = new Messenger();
// Adds n8n's own Request Options, which messages name too.
new NodeTypes(node);
const credential = new MessengerApi();
const described = descriptionTexts(new Messenger().description, credential);
const parameters = [
	...allParameters(node.description.properties),
	...allParameters(credential.properties, 'Credential'),
];

const ofKind = (kind: TextKind) => described.filter((shown) => shown.kind === kind);

/** The texts that break a rule; a test's message then shows them, and where they stand. */
const breaking = (texts: ShownText[], keepsRule: (text: string) => boolean) =>
	texts.filter(({ text }) => !keepsRule(text));

/** A text without what it quotes of a user or of the service. */
const ownWords = (text: string) =>
	text.replace(/The parser says: .*?\. (?=Nothing)/, '').replace(/"[^"]*"+|https?:\S+/g, '""');

/** Such as `fromNumber`: the name that a saved workflow has for a parameter. */
const internalName = /\b(?!n8n)[a-z]+[A-Z]\w*/;

/** Words that stay small in a title, unless they are its first. */
const smallWords = /^(a|an|and|at|by|for|from|in|of|on|or|per|the|to|with)$/;

const isTitleCase = (text: string) =>
	text
		.split(/[ -]/)
		.every((word, index) => /^\(?[A-Z0-9]/.test(word) || (index > 0 && smallWords.test(word)));

it('a placeholder is an example', () => {
	expect(ofKind('placeholder').length).toBeGreaterThan(10);
	expect(breaking(ofKind('placeholder'), (text) => text.startsWith('e.g. '))).toEqual([]);
	expect(breaking(ofKind('button'), (text) => /^Add [A-Z][a-z]+$/.test(text))).toEqual([]);
});

it('an action has no articles', () => {
	expect(ofKind('action').length).toBeGreaterThan(6);
	expect(breaking(ofKind('action'), (text) => !/\b(a|an|the)\b/i.test(text))).toEqual([]);
	expect(breaking(ofKind('action'), (text) => /^[A-Z][a-z ]+$/.test(text))).toEqual([]);
});

it('a label is in Title Case, and so is a choice', () => {
	expect(breaking([...ofKind('label'), ...ofKind('choice')], isTitleCase)).toEqual([]);
});

it('a switch says whether', () => {
	const switches = parameters.filter(({ parameter: { type } }) => type === 'boolean');
	expect(switches.length).toBeGreaterThan(2);
	for (const { parameter } of switches) expect(parameter.description).toMatch(/^Whether /);
});

it('one sentence has no full stop, and several have one each', () => {
	const texts = [
		...ofKind('description'),
		...ofKind('hint').filter(({ where }) => where !== 'Before a run'),
	];
	const isPunctuated = (text: string) =>
		/[.!?] \S/.test(text.replaceAll('e.g. ', '')) === text.endsWith('.');
	expect(breaking(texts, isPunctuated)).toEqual([]);
});

describe('what the node says', () => {
	let refused: ShownText[];
	let said: ShownText[];
	beforeAll(async () => {
		refused = await inputTexts(new Messenger(), credential);
		said = [...problemTexts(), ...refused];
	}, 120_000);

	it('nothing names a parameter by the name that only saved workflows know', () => {
		const texts = [...described, ...said];
		expect(breaking(texts, (text) => !internalName.test(ownWords(text)))).toEqual([]);
	});

	it('a message names parameters that the editor shows, by their labels', () => {
		const labels = new Set([
			...parameters.map(({ parameter }) => parameter.displayName),
			// Hints name what to choose.
			...ofKind('choice').map(({ text }) => text),
		]);
		const named = (text: string) => [...ownWords(text).matchAll(/'([A-Z][\w ()]*)'/g)];
		const isShown = (text: string) => named(text).every(([, label]) => labels.has(label!));
		expect(said.some(({ text }) => named(text).length > 0)).toBe(true);
		expect(breaking(said, isShown)).toEqual([]);
	});

	it('the title of an error is at most two sentences, and at most 200 characters long', () => {
		const titles = said.filter(({ kind }) => kind === 'message');
		expect(titles.length).toBeGreaterThan(100);
		const isShort = (text: string) =>
			text.length <= 200 && ownWords(text).split(/[.!?] (?=[A-Z'])/).length <= 2;
		expect(breaking(titles, isShort)).toEqual([]);
	});

	it('what is refused before it is sent names its item, and says that nothing was sent', () => {
		const titles = refused.filter(({ kind, text }) => kind === 'message' && text.includes('[item'));
		const advice = refused.filter(({ text }) => text.endsWith(' Nothing was sent for this item.'));
		expect(titles.length).toBeGreaterThan(80);
		expect(advice.length).toBeGreaterThan(20);
		expect(breaking(titles, (text) => /^'.* \[item 0\]$/.test(text))).toEqual([]);
	});
});
