import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DirectoryLoader, RoutingNode, type ExecuteContext } from 'n8n-core';
import {
	NodeHelpers,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';

type AnyNodeType = INodeType | IVersionedNodeType;

/** The modules of `n8n-nodes-base` are found by the names in its own list. */
const load = createRequire(__filename);

const baseNodesFolder = join(load.resolve('n8n-nodes-base/package.json'), '..');

/** n8n's own nodes by name, as the package `n8n-nodes-base` lists them. */
const knownBaseNodes = load('n8n-nodes-base/dist/known/nodes.json') as Record<
	string,
	{ className: string; sourcePath: string }
>;

/** Gives the engine the code of a workflow's nodes: ours, and n8n's own. */
export class NodeTypes implements INodeTypes {
	private readonly loaded = new Map<string, AnyNodeType>();

	/** @param messenger an instance of the node class, from the sources or from the built package */
	constructor(messenger: INodeType) {
		// As n8n does when it loads a declarative node: adds the Request Options.
		DirectoryLoader.applyDeclarativeNodeOptionParameters(messenger);
		this.loaded.set('n8n-nodes-messenger.messenger', messenger);
	}

	getByName(type: string): AnyNodeType {
		const known = this.loaded.get(type) ?? this.load(type);
		this.loaded.set(type, known);
		return known;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		const nodeType = NodeHelpers.getVersionedNodeType(this.getByName(type), version);
		// As n8n does. Without it n8n-core takes the way of its own unit tests, which cannot be cancelled.
		if (nodeType.description.requestDefaults && !nodeType.execute) {
			nodeType.execute = async function () {
				return (await new RoutingNode(this as ExecuteContext, nodeType).runNode()) ?? [];
			};
		}
		return nodeType;
	}

	getKnownTypes() {
		return knownBaseNodes;
	}

	private load(type: string): AnyNodeType {
		const known = knownBaseNodes[type.replace('n8n-nodes-base.', '')];
		if (!known) throw new Error(`No node of type ${type}`);
		const module = load(join(baseNodesFolder, known.sourcePath)) as Record<
			string,
			new () => AnyNodeType
		>;
		const NodeClass = module[known.className];
		if (!NodeClass) throw new Error(`No class ${known.className} in ${known.sourcePath}`);
		return new NodeClass();
	}
}
