import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const service = join(import.meta.dirname, '../../../../src/service');

/** `coordinator/users.ts:47`: every line of the service that sends a statement, or calls a prepared one; the store's own aside. */
export function sendingLines(): string[] {
  const files = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('store/'))
    .map((file) => ({ file, text: readFileSync(join(service, file), 'utf8') }));
  const prepared = files.flatMap(({ text }) => [...text.matchAll(defines)].map(([, name]) => name ?? ''));
  return files
    .flatMap(({ file, text }) => {
      const known = prepared.filter((name) =>
        new RegExp(`(const|import[^;]*) \\b${name}\\b[^;]*( = prepared| from )`).test(text),
      );
      const sends = new RegExp(`\\.execute(TakeFirst(OrThrow)?)?\\(\\)|\\b(${known.join('|') || 'none'})\\(`);
      return text.split('\n').flatMap((line, index) => (sends.test(line) ? [`${file}:${index + 1}`] : []));
    })
    .sort();
}

const defines = /const (\w+) = prepared\(/g;
