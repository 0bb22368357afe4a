import { execFileSync, spawnSync } from 'node:child_process';

/** Where the tests of a room are. What only another room's tests notice is a test that is missing in its own. */
const rooms: Record<string, string[]> = {
	'nodes/Messenger/gate/': ['test/unit/gate'],
	'nodes/Messenger/http/': ['test/unit/http', 'test/node/description'],
	'nodes/Messenger/input/': ['test/unit/input'],
	'nodes/Messenger/resources/': [
		'test/unit/resources',
		'test/node/operations',
		'test/node/description',
	],
	'nodes/Messenger/response/': ['test/unit/response'],
	'nodes/Messenger/run/': ['test/unit/run'],
	'nodes/Messenger/': ['test/unit', 'test/node/description', 'test/node/operations'],
	'credentials/': ['test/unit/credentials', 'test/node/credentials', 'test/node/description'],
};

const roomOf = (path: string) => Object.keys(rooms).find((room) => path.startsWith(room));

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });

const published = ['nodes/*.ts', 'credentials/*.ts'];

/** The changed lines, as Stryker takes them: `nodes/…/Gate.ts:20-24`. */
function changedLines(revision: string): string[] {
	const difference = git('diff', '--unified=0', '--diff-filter=d', revision, '--', ...published);
	return difference.split(/^diff --git /m).flatMap((ofFile) => {
		const path = /^\+\+\+ b\/(.+\.ts)$/m.exec(ofFile)?.[1];
		const places = ofFile.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm);
		return [...(path ? places : [])]
			.map(([, first, count = 1]) => ({ first: Number(first), count: Number(count) }))
			.filter(({ count }) => count > 0)
			.map(({ first, count }) => `${path}:${first}-${first + count - 1}`);
	});
}

/** Stock Stryker over one room, with the room's tests. @returns whether 95 % of its mutants were noticed */
function mutate(room: string, places: string[]): boolean {
	console.log(`\n=== ${room}`);
	const env = { ...process.env, MUTATED_ROOM: room, MUTATION_TESTS: rooms[room]!.join() };
	const words = ['stryker', 'run', '--mutate', places.join()];
	return spawnSync('npx', words, { stdio: 'inherit', env }).status === 0;
}

/**
 * `npm run test:mutation`: one room after the other. `-- gate` only that room, `-- --since <revision>` only the lines of
 * the published code that have changed since then.
 */
const args = process.argv.slice(2);
const at = args.indexOf('--since');
const since = at < 0 ? undefined : args.splice(at, 2)[1];
const isCloned =
	!since || spawnSync('git', ['rev-parse', '--verify', '--quiet', since]).status === 0;
if (!isCloned) console.log(`This clone has no ${since} to compare with: nothing to mutate.`);
const whole = () =>
	git('ls-files', ...published)
		.trim()
		.split('\n');
const places = !isCloned ? [] : since ? changedLines(since) : whole();
const failed = Object.keys(rooms)
	.filter((room) => args.every((name) => room.includes(`/${name}/`)))
	.map((room) => ({ room, own: places.filter((place) => roomOf(place) === room) }))
	.filter(({ room, own }) => own.length > 0 && !mutate(room, own));
for (const { room } of failed) console.error(`${room} is below 95 %.`);
process.exitCode = failed.length > 0 ? 1 : 0;
