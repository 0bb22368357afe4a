import type { Answer } from '../request/transport';

/** A text with the API key blotted out. */
export function withoutKey(text: string, apiKey: string): string {
	return text.replaceAll(apiKey, '[API key]');
}

/** An answer that an error may quote: searched before anything is cut, so that no part of the key is left. */
export function answerWithoutKey(answer: Answer, apiKey: string): Answer {
	const { location } = answer.headers;
	return {
		...answer,
		headers: { ...answer.headers, ...(location && { location: withoutKey(location, apiKey) }) },
		body: withoutKey(answer.body, apiKey),
	};
}
