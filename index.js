// n8n finds the node and the credential through the "n8n" entry of package.json.
