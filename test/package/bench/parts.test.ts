import { parts, sourceWithout } from '../../../bench/pacing/parts';
import { scenarios } from '../../../bench/pacing/scenarios';

describe('What a part of the pacer is worth', () => {
	it.each(parts.map((part) => [part.name, part] as const))('can be measured: %s', (_name, part) => {
		expect(sourceWithout(part)).not.toContain(part.line);
		expect(scenarios.map(({ name }) => name)).toContain(part.scenario);
	});

	it('cannot be measured where the code has changed', () => {
		const part = { ...parts[0]!, line: 'const enoughSeconds = 0.25;' };
		expect(() => sourceWithout(part)).toThrow('exactly one line');
	});
});
