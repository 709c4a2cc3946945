import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const service = join(import.meta.dirname, '../../../../src/service');

/** `coordinator/users.ts:47`: every line of the service that ends a statement and sends it; the store's own ones aside. */
export function sendingLines(): string[] {
  return readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('store/'))
    .flatMap((file) =>
      readFileSync(join(service, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (sends.test(line) ? [`${file}:${index + 1}`] : [])),
    )
    .sort();
}

const sends = /\.execute(TakeFirst(OrThrow)?)?\(\)/;
