import { endpointOf } from '../../support/endpoints';
import { runNode } from '../../support/runNode';
import { cases } from '../cases';
import { testConformance } from './conformance';

describe.each(cases)('$name (C1, Q1, Q3, Q4, Q5, E1, R1)', (its) => {
	testConformance(its, runNode, ['continueRegularOutput', 'continueErrorOutput']);

	it('may be repeated only if it changes nothing, and has an answer of this size at most (Q6)', () => {
		const { readOnly, maxResponseSize } = endpointOf(`${its.resource}.${its.operation}`);
		expect(readOnly).toBe(its.readOnly);
		expect(maxResponseSize).toBe(its.largestAnswer * 1024 * 1024);
	});
});
