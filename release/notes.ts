import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseNotes } from './changelog';

// The text of a GitHub Release: the newest entry of the changelog.
console.log(releaseNotes(readFileSync(join(__dirname, '..', 'CHANGELOG.md'), 'utf8')));
