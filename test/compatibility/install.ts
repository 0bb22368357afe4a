import { join } from 'node:path';

import { installLocked } from '../../release/lockedInstall';

installLocked(join(__dirname, 'n8n-2.0'));
