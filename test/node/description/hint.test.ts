import type { INodeParameters } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { caseOf, cases } from '../cases';
import { evaluated } from './evaluated';

const messenger = new Messenger();
const hints = messenger.description.hints!;
const campaign = caseOf('campaign: send');

/** The kinds of the hints that the editor shows. */
function shownWith(parameters: INodeParameters, itemCount: number): unknown[] {
	return hints
		.filter(({ displayCondition }) => evaluated(displayCondition!, parameters, itemCount) === true)
		.map(({ type }) => type);
}

const to = (messengerNumber: string, firstName = ''): INodeParameters => ({
	...campaign.parameters,
	recipientsInput: 'fields',
	recipients: { recipient: [{ messengerNumber, firstName }] },
});
const toJson = (recipientsJson: string): INodeParameters => ({
	...campaign.parameters,
	recipientsInput: 'json',
	recipients: {},
	recipientsJson,
});

describe('a campaign for each of several items', () => {
	it.each([
		['a number', to('+14155550123')],
		['a number, with the name of the item', to('+14155550123', '={{ $json.name }}')],
		['JSON', toJson('[{ "messenger_number": "+14155550123" }]')],
	])('to %s that is the same for all of them, is warned of', (_, parameters) => {
		expect([1, 2, 1000].map((count) => shownWith(parameters, count))).toEqual([
			[],
			['warning'],
			['warning'],
		]);
	});

	it.each([
		['a number of the item', to('={{ $json.number }}')],
		['a number with its prefix', to('=+49{{ $json.number }}')],
		['the JSON of the item', toJson('={{ $json.people }}')],
		[
			'the JSON of the item, beside a number that was typed before',
			{ ...to('+14155550123'), recipientsInput: 'json', recipientsJson: '={{ $json.people }}' },
		],
		['JSON around the item', toJson('=[{ "messenger_number": "{{ $json.number }}" }]')],
	])('to %s, has a better way', (_, parameters) => {
		expect([1, 2, 1000].map((count) => shownWith(parameters, count))).toEqual([
			[],
			['info'],
			['info'],
		]);
	});
});

const others = cases.filter((operation) => operation !== campaign);

it.each(others)('there is no hint for $name', ({ parameters }) => {
	expect(shownWith(parameters, 1000)).toEqual([]);
});

describe.each(['send', 'sendToItems'])('campaign › %s', (operation) => {
	it.each([
		['send', ['warning']],
		['previewManual', []],
		['testManual', []],
		['preview', []],
	])('in Send Mode %s warns of what Execute step sends: %j', (sendMode, shown) => {
		const parameters = { ...to('={{ $json.number }}'), operation, sendMode };
		expect(shownWith(parameters, 1)).toEqual(shown);
	});
});

it('every hint names what the editor shows', () => {
	const names = messenger.description.properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.map(({ name }) => name),
	]);
	for (const { message } of hints) {
		const named = [...message.matchAll(/'(.+?)'/g)].map(([, name]) => name);
		expect(named).not.toEqual([]);
		expect(names).toEqual(expect.arrayContaining(named));
	}
});
