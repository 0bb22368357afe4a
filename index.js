// For `require('n8n-nodes-messenger')`: n8n itself goes by the `n8n` entry of package.json.
const { MessengerApi } = require('./dist/credentials/MessengerApi.credentials');
const { Messenger } = require('./dist/nodes/Messenger/Messenger.node');

module.exports = { Messenger, MessengerApi };
