/** A duration as messages show it, such as `2.5 s`. */
export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

/** How often something happened, e.g. `once` or `3 times`. */
export const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** A number of things, e.g. `1 item` or `2 items`. */
export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
