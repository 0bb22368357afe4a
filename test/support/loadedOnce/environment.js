const Environment = require('jest-environment-node-single-context');

globalThis.loadOnce = require;

const { setTimeout, setInterval } = globalThis;

/** @returns `setTimeout` or `setInterval`, which hands each timer over, too */
const handingOver = (start, take) =>
	Object.assign((...given) => {
		const timer = start(...given);
		take(timer);
		return timer;
	}, start);

/**
 * The tests run in the context of the process, as the packages do that are loaded once (resolver.js).
 * n8n's sleep cannot be ended: for up to a second it goes on when nobody waits for it any more, in pieces of a quarter.
 * n8n 2.0 begins an interval that nothing ends. Where the tests of a file have ended, such timers, and those that follow
 * them, do not keep the process.
 */
module.exports = class extends Environment {
	async setup() {
		await super.setup();
		const started = [];
		this.onTimer((timer) => started.push(new WeakRef(timer)));
		this.end = () => {
			this.onTimer((timer) => timer.unref());
			for (const timer of started) timer.deref()?.unref();
		};
	}

	/** Hands each timer that starts from now on to a function. */
	onTimer(take) {
		this.global.setTimeout = handingOver(setTimeout, take);
		this.global.setInterval = handingOver(setInterval, take);
	}

	async teardown() {
		this.end();
		await super.teardown();
	}
};
