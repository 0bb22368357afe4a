declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** Lints a folder by the scanner's rules; `passed` is false if a rule of level "error" fails. */
	export function analyzePackage(
		folder: string,
		filePatterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
