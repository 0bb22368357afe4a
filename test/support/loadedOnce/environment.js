const Environment = require('jest-environment-node-single-context');

globalThis.loadOnce = require;

/**
 * The tests run in the context of the process, as the packages do that are loaded once (resolver.js).
 * n8n's sleep cannot be ended: for up to a second it goes on when nobody waits for it any more. Where the
 * tests of a file have ended, such timers do not keep the process.
 */
module.exports = class extends Environment {
	async setup() {
		await super.setup();
		const { global } = this;
		const { setTimeout } = global;
		const started = [];
		const start = (...given) => {
			const timer = setTimeout(...given);
			started.push(new WeakRef(timer));
			return timer;
		};
		global.setTimeout = Object.assign(start, setTimeout);
		this.end = () => {
			global.setTimeout = setTimeout;
			for (const timer of started) timer.deref()?.unref();
		};
	}

	async teardown() {
		this.end();
		await super.teardown();
	}
};
