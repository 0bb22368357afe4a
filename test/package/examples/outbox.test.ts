import { example, exampleRuns } from './exampleRuns';

const { rows, sandbox, start } = exampleRuns();

const click = 'When clicking ‘Execute workflow’';

it('adds a key once that comes twice, sends each row once, and marks it by what became of it', async () => {
	for (let clicks = 0; clicks < 2; clicks += 1) await start('outbox', { [click]: [{}] });

	expect(rows()).toMatchObject([
		{ key: 'order-1042', state: 'sent' },
		{ key: 'order-1043', state: 'failed' },
		{ key: 'order-1044', state: 'sent' },
	]);
	expect((await sandbox().accepted()).events).toHaveLength(2);

	const orders = ['1', '2', '1'].map((key) => ({ key }));
	const { json } = await start('outbox', { 'One Item for Each': orders });
	expect(json('Add to Outbox')).toMatchObject([{ key: '1' }, { key: '2' }]);
});

it('ends a run before its rows count as lost', () => {
	const { nodes, settings } = example('outbox');
	const lost = /minus\(\{ minutes: (\d+) \}\)/.exec(JSON.stringify(nodes))?.[1];
	expect(settings?.executionTimeout).toBeLessThan(Number(lost) * 60);
});
