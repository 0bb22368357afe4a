import type { VirtualClock } from './VirtualClock';

/** Steps by pattern; capture groups go to the action, numeric ones as numbers. */
export type Steps = Array<[step: RegExp, act: (...parts: never[]) => unknown]>;

/**
 * A test as text: steps, several in a line by `; `, and behind an arrow what comes of them.
 *
 *     a sends 2 → a1
 *     wait 2000 → a2 after 2000
 */
export class Scenario {
	private effects: string[] = [];
	private since = 0;

	/** @param clock virtual; what comes while time passes has the milliseconds behind it */
	constructor(private readonly clock?: VirtualClock) {}

	/** Something has come of the step. */
	note(effect: string): void {
		const after = this.clock ? this.clock.now() - this.since : 0;
		this.effects.push(after > 0 ? `${effect} after ${after}` : effect);
	}

	/** Leaves out what has come of the step, but for these. */
	keep(effects = /^$/): void {
		this.effects = this.effects.filter((effect) => effects.test(effect));
	}

	/** Expects of each line what stands behind its arrow. */
	async play(scenario: string, steps: Steps): Promise<void> {
		const lines = scenario.trim().split(/\n\s*/);
		const played = [];
		for (const line of lines) {
			this.effects = [];
			const said = line.replace(/ →.*/, '');
			for (const step of said.split('; ')) await this.act(step, steps);
			played.push([said, this.effects.join(', ')].filter((text) => text).join(' → '));
		}
		expect(played).toEqual(lines);
	}

	private async act(step: string, steps: Steps) {
		this.since = this.clock?.now() ?? 0;
		const [pattern, act] = steps.find(([words]) => words.test(step)) ?? [];
		if (!act) throw new Error(`No such step: ${step}`);
		const parts = pattern!.exec(step)!.slice(1);
		await act(
			...(parts.map((part) => (/^-?\d[\d.e]*$/.test(part) ? Number(part) : part)) as never[]),
		);
		await this.clock?.pass(0);
	}
}

/** A test for each scenario of each group, by their titles. */
export function describeScenarios(
	groups: Record<string, Record<string, string>>,
	play: (scenario: string) => Promise<void>,
): void {
	describe.each(Object.entries(groups))('%s', (_, scenarios) => {
		it.each(Object.entries(scenarios))('%s', async (_title, scenario) => await play(scenario));
	});
}
