import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { NodeTypes } from '../../playground/engine/nodeTypes';
import { sources } from './sources';

type Property = INodeProperties | INodePropertyCollection | INodePropertyOptions;

describe('what the node says anywhere', () => {
	const all = (found: Property[]): Property[] =>
		found.flatMap((one) => [
			one,
			...all('values' in one ? one.values : 'options' in one ? (one.options ?? []) : []),
		]);
	const { properties: ofNode } = new NodeTypes(new Messenger()).getByNameAndVersion(
		'n8n-nodes-messenger.messenger',
	).description;
	const shown = all([...ofNode, ...new MessengerApi().properties]);
	/** All texts for people in the sources but expressions, without what is put into them. */
	const forPeople = sources.filter(({ path }) => !path.endsWith('builderHint.ts'));
	const texts = forPeople.flatMap(({ text }) =>
		[...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)]
			.map(([, , found = '']) => found.replace(/\$\{[^}]*\}/g, ''))
			.filter((found) => !/\$(parameter|rawParameter|self)/.test(found)),
	);

	it('names parameters and choices by their labels in the editor', () => {
		// Of n8n's own settings, Continue is one of On Error.
		const labels = new Set(
			['Continue'].concat(
				shown.flatMap(({ name, ...one }) => [name, (one as INodeProperties).displayName]),
			),
		);
		const named = texts.flatMap((text) => [...text.matchAll(/'([A-Z][\w ()]*)'/g)]);
		expect(named.length).toBeGreaterThan(20);
		expect(named.map(([, label]) => label).filter((label) => !labels.has(label!))).toEqual([]);
	});
});
