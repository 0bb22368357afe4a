import { Expression } from 'n8n-workflow';

it('the expression engine of these tests is the one of n8n 2', () => {
	expect(Expression.getActiveImplementation()).toBe('vm');
});
