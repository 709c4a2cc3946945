import type { Page } from 'playwright';
import { expect } from 'vitest';
import { toBase58 } from '../../../src/crypto/base58.js';

/** Every string that the page's scripts can still reach, as one text. */
export async function stringsInMemory(page: Page): Promise<string> {
  const debug = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return JSON.parse(chunks.join('')).strings.join('\n');
}

/** Which of some texts the page's scripts can still reach. */
export async function secretsInMemory(page: Page, secrets: readonly string[]): Promise<string[]> {
  const control = await page.evaluate(keepControl);
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.collectGarbage');
  const strings = await stringsInMemory(page);
  expect(strings).toContain(control); // proves that the search works
  return secrets.filter((secret) => strings.includes(secret));
}

/** To be run in a page. Makes a text there, and keeps it in memory. */
function keepControl(): string {
  const control = ['sausage', String(Math.round(performance.now())), 'useful'].join(' ');
  Object.assign(window, { control });
  return control;
}

/**
 * Runs before the page's scripts: keeps the private keys of export bundles in an encoded form, so that a test knows what to
 * search for. For the page they are as usual: they can open bundles, and cannot be read.
 */
export async function keepTargetKeys(page: Page): Promise<void> {
  await page.addInitScript((by) => {
    if (!crypto.subtle) return; // on the blank page before
    const masked: number[][] = [];
    const generate = crypto.subtle.generateKey.bind(crypto.subtle);
    const keeping = async (algorithm: EcKeyGenParams, extractable: boolean, usages: KeyUsage[]) => {
      if (algorithm.name !== 'ECDH') return generate(algorithm, extractable, usages);
      const { publicKey, privateKey } = await generate(algorithm, true, usages);
      const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
      masked.push([...bytes.subarray(36, 68)].map((byte) => byte ^ by)); // RFC 5915: the position of the scalar of a P-256 key
      const unreadable = await crypto.subtle.importKey('pkcs8', bytes, algorithm, extractable, usages);
      bytes.fill(0);
      return { publicKey, privateKey: unreadable };
    };
    Object.assign(crypto.subtle, { generateKey: keeping });
    Object.assign(window, { masked });
  }, mask);
}

/** The private halves that this page has made since it was loaded, in every form. */
export async function targetKeysOf(page: Page): Promise<string[]> {
  const masked = await page.evaluate<number[][]>('masked');
  expect(masked).not.toEqual([]);
  return masked.flatMap((bytes) => formsOf(Buffer.from(bytes.map((byte) => byte ^ mask)).toString('base64url')));
}

/** No form of a secret may stand in the text of the script that hands it out. */
const mask = 0xa5;

/** The text forms of a secret, from its base64url. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'base64url');
  const hex = bytes.toString('hex');
  return [
    secret,
    bytes.toString('base64'),
    hex,
    hex.toUpperCase(),
    BigInt(`0x${hex}`).toString(),
    [...bytes].join(),
    toBase58(bytes),
  ];
}
