import { valueWithoutKey, withoutKey } from '../../nodes/Messenger/response/withoutKey';

const key = 'sK-1/a%b"c\\d&e';

it('looking for the key costs little more than reading an answer of an ordinary size', () => {
	const lists = Array.from({ length: 90 }, (_, index) => ({
		uuid: `b164c1f0-${index}`,
		name: `List "${index}" \\ 50% & more`,
		url: `https://a.example/x?a=1&b=%20${index}`,
	}));
	const text = JSON.stringify(lists);
	const least = (act: () => unknown) => {
		const times = Array.from({ length: 200 }, () => {
			const started = performance.now();
			act();
			return performance.now() - started;
		});
		return Math.min(...times);
	};
	const reads = least(() => JSON.stringify(JSON.parse(text)));
	const looks = least(() => valueWithoutKey(lists, key) === withoutKey(text, key));
	// 0.2 ms and four times as long by itself; eight times in jest, sixteen where coverage is counted.
	expect(looks).toBeLessThan(50 * reads);
});

it.each([
	['backslashes', '\\'],
	['percent signs', '%'],
	['percent signs of percent signs', '%25'],
	['ampersands', '&amp;'],
	['zeros of a number that never ends', '&#0'],
	['escaped backslashes', '\\u005c'],
	['beginnings of the key', 'sK-1/a'],
	['escaped beginnings of the key', '%73K-1/a'],
	['beginnings of the key behind backslashes', 's\\\\'],
])(
	'looking for the key takes time in proportion to the length of a text, also of one of %s',
	(_, part) => {
		expectLinearTime(key, (length) => `${part.repeat(length / part.length)}%`);
	},
);

it('backslashes that precede a number that never ends are read once', () => {
	expectLinearTime(key, (length) => `${'%5C'.repeat(length / 6)}&#${'0'.repeat(length / 2)}`);
});

it.each(['\\', '%5C'])(
	'what many beginnings of the key share, rows of %s, is read once',
	(part) => {
		const row = (length: number) => part.repeat(length / part.length / 2);
		expectLinearTime(key, (length) => `${row(length)}u0073${row(length)}x`);
	},
);

it('looking for a key that begins with a backslash takes no longer', () => {
	expectLinearTime('\\a', (length) => '\\%5C'.repeat(length / 4));
});

it('the key is found in 100,000 levels', () => {
	const nested = (text: string) => {
		let value: unknown = text;
		for (let level = 0; level < 50_000; level++) value = { [key]: [value] };
		return value;
	};
	let clean = valueWithoutKey(nested(key), key);
	for (let level = 0; level < 50_000; level++) {
		clean = (clean as Record<string, unknown[]>)['[API key]']![0];
	}
	expect(clean).toBe('[API key]');
});

function expectLinearTime(apiKey: string, textOf: (length: number) => string): void {
	const timeOf = (length: number) => {
		const text = textOf(length);
		const started = process.cpuUsage();
		expect(withoutKey(text, apiKey)).toBe(text);
		const { user, system } = process.cpuUsage(started);
		return (user + system) / 1000;
	};
	timeOf(100_000);
	const short = timeOf(125_000);
	expect(timeOf(1_000_000)).toBeLessThan(40 * short + 200);
}
