// What people are asked to approve has English words as soon as it exists, and those of the other languages before a release:
// `node scripts/missing-words.mjs` lists what is missing. Until then a person reads the name of the activity's type.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Kinds of activities without words, by language. @param root - the project's folder. */
export function missingWords(root) {
  const components = join(root, 'src/components');
  const kindsIn = (path) =>
    [...readFileSync(join(components, path), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, kind]) => kind);
  const all = kindsIn('english/approvalActions.ts');
  const files = readdirSync(join(components, 'words')).filter((name) => name.endsWith('Approvals.ts'));
  return files.flatMap((file) => {
    const there = kindsIn(`words/${file}`);
    return all
      .filter((kind) => !there.includes(kind))
      .map((kind) => ({ language: file.replace('Approvals.ts', ''), kind }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { language, kind } of missingWords(join(import.meta.dirname, '..'))) console.log(`${language}: ${kind}`);
