/** The settings that n8n 3 has for everybody, as far as n8n 2.41 knows them. The sandbox is on this machine, which its protection blocks. */
export const settingsOfN8n3 = {
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_BLOCKED_IP_RANGES: 'default,100.64.0.0/10',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
};
