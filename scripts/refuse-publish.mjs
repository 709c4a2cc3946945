// Run before `npm publish`, which it refuses while package.json names no real repository: README, SECURITY.md and the
// registry's page lead people there, also with what must be reported in private.
import { readFileSync } from 'node:fs';

const { repository, homepage, bugs } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const urls = [repository?.url, homepage, bugs?.url];
if (urls.some((url) => !url || url.includes('example.invalid'))) {
  console.error('Not published: put the real repository into `repository`, `homepage` and `bugs` of package.json.');
  process.exitCode = 1;
}
