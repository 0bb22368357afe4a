import fc from 'fast-check';

/** Any text: every character of Unicode, halves of surrogate pairs among them. */
export const anyText = fc.string({ unit: 'binary', maxLength: 30 });

/** Text made of the characters that the checks look at, so that most of it is nearly right. */
const nearlyRightText = fc.oneof(
	fc.stringMatching(/^\+?[0-9 ]{0,20}$/),
	fc.stringMatching(/^[a-z @.]{0,12}$/),
	fc.stringMatching(
		/^[0-2]\d{3}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d(\.\d{1,9})?)?([zZ]|[+-]\d\d(:?\d\d)?)?$/,
	),
	fc.constantFrom('', ' ', '0', 'null', '[]', '{}', '=1', '__proto__', '{{ 1 }}'),
);

/** The signs that people put between the digits of a phone number, and that copying leaves there. */
const gap = fc.oneof(
	{ weight: 9, arbitrary: fc.constant('') },
	{ weight: 4, arbitrary: fc.constantFrom(' ', '-', '.', ' (', ') ', '\u00a0', '\u200e') },
);

/** A phone number as the contract has it, of some countries, its digits parted in any place. */
export const phoneNumber = fc
	.tuple(
		fc.constantFrom('1415', '4477', '49151', '39348', '5511'),
		fc.array(fc.tuple(gap, fc.nat({ max: 9 })), { minLength: 7, maxLength: 8 }),
	)
	.map(([first, rest]) => `+${first}${rest.flat().join('')}`);

export const emailAddress = fc.oneof(
	fc.emailAddress(),
	fc
		.tuple(fc.stringMatching(/^[^\s@,;<>():]{1,10}$/), fc.stringMatching(/^[^\s@,;<>():]{1,10}$/))
		.map((parts) => parts.join('@')),
);

/** Whatever an expression may give where a single value is due. */
export const anyValue = fc.oneof(
	{ weight: 4, arbitrary: nearlyRightText },
	{ weight: 2, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.constantFrom(null, undefined, true, false, 0, -1, 1e21, 12345678) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Any object or list of JSON, with names such as `__proto__`. */
export const anyJson = fc.jsonValue({ maxDepth: 3 });
