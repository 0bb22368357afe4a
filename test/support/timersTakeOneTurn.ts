/**
 * In this test a timer takes one turn of the event loop, whatever its time: real ones that come due while a busy
 * machine looks away share a turn.
 */
export function timersTakeOneTurn(): void {
	jest
		.spyOn(globalThis, 'setTimeout')
		.mockImplementation(((act: () => void) => setImmediate(act)) as never);
}
