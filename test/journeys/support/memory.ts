import type { Page } from 'playwright';

/** Every string that the page's scripts can still reach, as one text. */
export async function stringsInMemory(page: Page): Promise<string> {
  const debug = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return JSON.parse(chunks.join('')).strings.join('\n');
}

/** The ways to write a secret down, from base64url. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'base64url');
  const hex = bytes.toString('hex');
  return [secret, bytes.toString('base64'), hex, hex.toUpperCase(), BigInt(`0x${hex}`).toString(), [...bytes].join()];
}
