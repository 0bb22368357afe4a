import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { versionProblems } from './changelog';

const [tag = ''] = process.argv.slice(2);
const changelog = readFileSync(join(__dirname, '..', 'CHANGELOG.md'), 'utf8');

const problems = versionProblems({ tag, version, changelog });
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${tag} is what package.json and CHANGELOG.md say.`);
process.exitCode = problems.length === 0 ? 0 : 1;
