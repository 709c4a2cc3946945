import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file in the folder of third-party vectors that stands beside the project (`../shared`), or `undefined`
 * when that folder is not there; then it says so in one line.
 */
export function shared(path: string): string | undefined {
  const found = fileURLToPath(new URL(`../../shared/${path}`, import.meta.url));
  if (existsSync(found)) return found;
  console.info(`not run: ../shared/${path} is absent`);
  return undefined;
}

/** The parsed JSON of such a file. `T` is what the caller knows about its shape. */
export function sharedJson<T>(path: string): T | undefined {
  const found = shared(path);
  return found === undefined ? undefined : (JSON.parse(readFileSync(found, 'utf8')) as T);
}
