import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VectorFile, VectorSource } from './sources.js';

/** The largest file has a seventh of it. */
const mostBytes = 12 * 2 ** 20;

/** How long a file may take. */
const timeoutMs = 120_000;

/**
 * Fetches all files into a folder, which appears whole or not at all: one that is refused leaves the folder as it was.
 *
 * @param origin - of `<origin>/<owner>/<name>/<commit>/<path>`.
 * @returns what is wrong, a line a file; empty where the folder is there.
 */
export async function fetchVectors(
  sources: readonly VectorSource[],
  { origin, folder }: { readonly origin: string; readonly folder: string },
): Promise<string[]> {
  const making = mkdtempSync(`${folder}.`);
  const faults: string[] = [];
  try {
    for (const { repository, commit, files } of sources)
      for (const file of files) {
        const url = `${origin}/${repository}/${commit}/${file.path.split('/').map(encodeURIComponent).join('/')}`;
        try {
          const path = join(making, file.to);
          const bytes = keptOf(await fetchBytes(url), file);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, bytes);
        } catch (error) {
          faults.push(`${file.to}: ${(error as Error).message} (${url})`);
        }
      }
    if (faults.length > 0) return faults;
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
    return [];
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** What is kept of a file. @throws where a digest is another one */
function keptOf(bytes: Uint8Array, { sha256, part }: VectorFile): Uint8Array {
  checkDigest(bytes, sha256);
  if (part === undefined) return bytes;
  const kept = part.of(bytes);
  checkDigest(kept, part.sha256);
  return kept;
}

function checkDigest(bytes: Uint8Array, sha256: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`refused: its SHA-256 is ${found} and not ${sha256}`);
}

/** The body of an answer 200 from that very address. @throws for any other answer, and for one that breaks off */
async function fetchBytes(url: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { redirect: 'manual', signal }).catch(broken);
  if (answer.status >= 300 && answer.status < 400) throw new Error('refused: the address leads to another one');
  if (answer.status !== 200 || answer.body === null) throw new Error(`refused: the answer is ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > mostBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    broken(error);
  }
  if (length > mostBytes) throw new Error(`refused: it has more than ${mostBytes} bytes`);
  return Buffer.concat(chunks);
}

function broken(error: unknown): never {
  throw new Error('refused: the answer did not come, or not to its end', { cause: error });
}
