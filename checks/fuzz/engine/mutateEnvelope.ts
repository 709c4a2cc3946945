import { fromUtf8, utf8 } from '../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../src/crypto/der.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { sign } from '../../../src/crypto/p256.js';
import type { Chance } from '../../../test/support/chance.js';
import { signer } from '../keys.js';
import { mutatedJson } from './mutateJson.js';

/** Pieces of signed envelopes. */
export const envelopeDictionary: readonly string[] = [
  '{',
  '}',
  '"',
  ',',
  ':',
  '7b',
  '7d',
  '22',
  '00',
  'ff',
  '04',
  'v1.0.0',
  'v1.0.1',
  '"data":',
  '"version":',
  '"a":1,',
];

/** Changes a signed envelope, or the data in it. One in ten with changed data is signed again. */
export async function mutatedEnvelope(chance: Chance, input: string): Promise<string> {
  const envelope = membersOf(input);
  if (envelope === undefined || chance() < 0.6) return mutatedJson(chance, input);
  const data = mutatedJson(chance, dataOf(envelope));
  const isSigned = chance() < 0.1;
  const dataSignature = isSigned ? toHex(derFromRaw(await sign(signer, utf8(data)))) : envelope.dataSignature;
  return JSON.stringify({ ...envelope, data: toHex(utf8(data)), dataSignature });
}

function membersOf(input: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(input);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function dataOf({ data }: Record<string, unknown>): string {
  try {
    return fromUtf8(fromHex(String(data)));
  } catch {
    return '{}';
  }
}
