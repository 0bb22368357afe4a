import { readFileSync } from 'node:fs';

/** Prints what GitHub's own parser finds wrong in the workflow files that are named. */
async function main(files: string[]): Promise<number> {
	const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
		await import('@actions/workflow-parser');
	let problems = 0;
	for (const name of files) {
		const file = { name, content: readFileSync(name, 'utf8') };
		const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
		if (value) await convertWorkflowTemplate(context, value);
		for (const { message } of context.errors.getErrors()) {
			console.log(message);
			problems += 1;
		}
	}
	return problems;
}

void main(process.argv.slice(2)).then((problems) => {
	process.exitCode = problems === 0 ? 0 : 1;
});
