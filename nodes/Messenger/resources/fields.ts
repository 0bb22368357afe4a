/** What fields of the same kind have in common. */
export const textField = { type: 'string', default: '' } as const;
export const phoneNumberField = { ...textField, hint: 'With "+" and country code' } as const;
export const emailField = {
	displayName: 'Email',
	name: 'email',
	...textField,
	placeholder: 'e.g. nathan@example.com',
} as const;
