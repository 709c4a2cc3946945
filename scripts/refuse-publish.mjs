// Run before `npm publish` of either package, which it refuses while one of them names no real repository: README, SECURITY.md and
// the registry's pages lead people there, also with what must be reported in private. And while a language lacks words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingWords } from './missing-words.mjs';

for (const path of ['package.json', 'packages/latchkey-service/package.json']) {
  const { repository, homepage, bugs } = JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));
  const urls = [repository?.url, homepage, bugs?.url];
  if (urls.some((url) => !url || url.includes('example.invalid'))) {
    console.error(`Not published: put the real repository into \`repository\`, \`homepage\` and \`bugs\` of ${path}.`);
    process.exitCode = 1;
  }
}

for (const { language, kind } of missingWords(join(import.meta.dirname, '..'))) {
  console.error(`Not published: ${kind} has no words in src/components/words/${language}Approvals.ts.`);
  process.exitCode = 1;
}
