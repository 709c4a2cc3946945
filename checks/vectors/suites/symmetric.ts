import { concat, equalBytes } from '../../../src/crypto/bytes.js';
import { hmacSha256 } from '../../../src/crypto/digest.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { type Answer, computed, eachOf, judged, type Outcome, type Suite, type Verdict } from '../suite.js';
import { readWycheproof } from '../wycheproof.js';

type Mac = { tagSize: number; key: string; msg: string; tag: string };
type Hkdf = { ikm: string; salt: string; info: string; size: number; okm: string };
type Aead = {
  ivSize: number;
  keySize: number;
  key: string;
  iv: string;
  aad: string;
  msg: string;
  ct: string;
  tag: string;
};

/**
 * What lies below HPKE and the sealer. No function of the product takes a foreign HKDF salt or AES key, so that HKDF and AES-GCM
 * are asked of WebCrypto with the very parameters that the product uses.
 */
export const symmetric: Suite[] = [
  {
    name: 'HMAC-SHA256',
    through: 'hmacSha256, equalBytes',
    vectors: 'hmac_sha256_test.json',
    run: () =>
      eachOf(readWycheproof<Mac>('hmac_sha256_test.json'), async ({ id, result, tagSize, key, msg, tag }) => {
        const mac = await hmacSha256(fromHex(key), fromHex(msg));
        return judged({ id, verdict: result, answer: { value: equalBytes(mac.slice(0, tagSize / 8), fromHex(tag)) } });
      }),
  },
  {
    name: 'HKDF-SHA256, up to one block',
    through: 'hmacSha256 twice, as the HPKE schedule extracts and expands',
    vectors: 'hkdf_sha256_test.json',
    run: () => eachOf(readWycheproof<Hkdf>('hkdf_sha256_test.json'), expandsOneBlock),
  },
  {
    name: 'HKDF-SHA256',
    through: "WebCrypto's HKDF, which derives the sealer's keys",
    vectors: 'hkdf_sha256_test.json',
    run: () => eachOf(readWycheproof<Hkdf>('hkdf_sha256_test.json'), derives),
  },
  {
    name: 'AES-256-GCM, 96-bit nonces',
    through: "WebCrypto's AES-GCM, as the sealer and HPKE call it",
    vectors: 'aes_gcm_test.json',
    run: () => eachOf(readWycheproof<Aead>('aes_gcm_test.json'), opensAndSeals),
  },
];

async function expandsOneBlock({ id, ikm, salt, info, size, okm }: Hkdf & { id: string }): Promise<Outcome> {
  if (size > 32) return { is: 'out of reach', because: 'more than 32 bytes: HPKE expands to no more' };
  return computed(id, okm, async () => {
    const extracted = await hmacSha256(fromHex(salt), fromHex(ikm));
    return toHex((await hmacSha256(extracted, concat(fromHex(info), Uint8Array.of(1)))).slice(0, size));
  });
}

async function derives({ id, result, ikm, salt, info, size, okm }: Hkdf & { id: string; result: Verdict }) {
  const answer = await askedPlatform(async () => {
    const key = await crypto.subtle.importKey('raw', fromHex(ikm), 'HKDF', false, ['deriveBits']);
    const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: fromHex(salt), info: fromHex(info) };
    return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 8 * size)));
  });
  return compared(id, result, answer, okm);
}

async function opensAndSeals(vector: Aead & { id: string; result: Verdict }): Promise<Outcome> {
  const { id, result, ivSize, keySize, key, iv, aad, msg, ct, tag } = vector;
  if (keySize !== 256 || ivSize !== 96)
    return { is: 'out of reach', because: 'other sizes of key or nonce: ours are fixed' };
  const aes = await crypto.subtle.importKey('raw', fromHex(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
  const algorithm = { name: 'AES-GCM', iv: fromHex(iv), additionalData: fromHex(aad) };
  const answer = await askedPlatform(async () => {
    const opened = await crypto.subtle.decrypt(algorithm, aes, fromHex(ct + tag));
    const sealed = await crypto.subtle.encrypt(algorithm, aes, opened);
    return [opened, sealed].map((bytes) => toHex(new Uint8Array(bytes))).join(' ');
  });
  return compared(id, result, answer, `${msg} ${ct}${tag}`);
}

function compared(id: string, verdict: Verdict, answer: Answer<string>, expected: string): Outcome {
  if ('value' in answer && verdict === 'valid' && answer.value !== expected) return { is: 'wrong', id };
  return judged({ id, verdict, answer: 'value' in answer ? { value: true } : answer });
}

/** WebCrypto refuses with an OperationError, and with nothing else. */
async function askedPlatform(question: () => Promise<string>): Promise<Answer<string>> {
  try {
    return { value: await question() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return { code: error.name };
    throw error;
  }
}
