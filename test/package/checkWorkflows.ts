import { readFileSync } from 'node:fs';

/** Prints what GitHub's own parser finds wrong in the workflow files that are named. */
async function main(files: string[]): Promise<void> {
	const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
		await import('@actions/workflow-parser');
	for (const name of files) {
		const file = { name, content: readFileSync(name, 'utf8') };
		const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
		if (value) await convertWorkflowTemplate(context, value);
		for (const { message } of context.errors.getErrors()) console.log(message);
	}
	console.log('Checked');
}

void main(process.argv.slice(2));
