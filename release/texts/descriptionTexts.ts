import type {
	ICredentialType,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

/** What kind of text it is; n8n's UX guidelines have rules for each. */
export type TextKind =
	| 'label'
	| 'notice'
	| 'choice'
	| 'action'
	| 'description'
	| 'hint'
	| 'placeholder'
	| 'button'
	| 'message'
	| 'advice';

/** A text that a user reads, and where. */
export interface ShownText {
	where: string;
	kind: TextKind;
	text: string;
}

/** A parameter with the path of labels that leads to it. */
export interface ShownParameter {
	where: string;
	parameter: INodeProperties;
}

/** Every parameter, those within others too. */
export function allParameters(properties: INodeProperties[], above = ''): ShownParameter[] {
	return properties.flatMap((parameter) => {
		const show = parameter.displayOptions?.show;
		const operation = above === '' ? [show?.resource, show?.operation].flat() : [];
		const where = [above, ...operation, parameter.displayName]
			.filter((part) => part !== undefined && part !== '')
			.join(' › ');
		const inner = (parameter.options ?? []).flatMap((option) => {
			if ('values' in option) return allParameters(option.values, where);
			return 'type' in option ? allParameters([option as INodeProperties], where) : [];
		});
		return [{ where, parameter }, ...inner];
	});
}

/** The texts of one parameter, without those of the parameters within it. */
function textsOf({ where, parameter }: ShownParameter): ShownText[] {
	const { type, displayName, description, hint, placeholder, options = [] } = parameter;
	if (type === 'hidden') return [];
	const holdsOthers = type === 'collection' || type === 'fixedCollection';
	const found: Array<[TextKind, string | undefined]> = [
		[type === 'notice' ? 'notice' : 'label', displayName],
		['description', description],
		['hint', hint],
		[holdsOthers ? 'button' : 'placeholder', placeholder],
		...options.flatMap((option): Array<[TextKind, string | undefined]> => {
			if ('values' in option) return [['label', option.displayName]];
			if ('type' in option) return [];
			const { name, action, description: text } = option as INodePropertyOptions;
			return [
				['choice', name],
				['action', action],
				['description', text],
			];
		}),
	];
	return found.flatMap(([kind, text]) => (text ? [{ where, kind, text }] : []));
}

/** The texts of the node's panel and of the credential's window, before anything has run. */
export function descriptionTexts(
	node: INodeTypeDescription,
	credential: ICredentialType,
): ShownText[] {
	return [
		{ where: 'Node', kind: 'label', text: node.displayName },
		{ where: 'Node', kind: 'description', text: node.description },
		...allParameters(node.properties).flatMap(textsOf),
		...(node.hints ?? []).map(({ message }): ShownText => ({
			where: 'Before a run',
			kind: 'hint',
			text: message,
		})),
		...allParameters(credential.properties, 'Credential').flatMap(textsOf),
	];
}
