import type { RecipientParams } from './recipientInput';

/** What the parameters of a campaign put together, beside its recipients. */
export interface CampaignParams {
	from_number?: unknown;
	content?: { template_name?: unknown; template_language?: unknown };
	tags?: unknown;
	scheduled_at?: unknown;
	/** What never leaves n8n. */
	options?: RecipientParams & {
		mode?: unknown;
		testNumber?: unknown;
		maxRecipients?: unknown;
		recipientsPerRequest?: unknown;
		duplicates?: unknown;
	};
}
