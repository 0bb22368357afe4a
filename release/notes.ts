import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseNotes } from './changelog';

// What a GitHub Release says: the newest entry of the changelog.
console.log(releaseNotes(readFileSync(join(__dirname, '..', 'CHANGELOG.md'), 'utf8')));
