import { afterEach, expect, test, vi } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { openBundle, sealBundle } from '../../src/crypto/hpke.js';
import { openCompressed } from '../../src/crypto/openCompressed.js';
import { compressPoint, createAgreementKey } from '../../src/crypto/p256.js';
import { codeOf } from '../support/errors.js';

const plaintext = utf8('thirty-two bytes, more or less');
const realImportKey = crypto.subtle.importKey.bind(crypto.subtle) as (...args: unknown[]) => Promise<CryptoKey>;

afterEach(() => vi.restoreAllMocks());

/** A platform that reads the compressed form of a key in its own way. */
function readingCompressed(read: (...args: unknown[]) => Promise<CryptoKey>): void {
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...args: unknown[]) =>
    (args[1] as Uint8Array).length === 33 ? read(...args) : realImportKey(...args),
  );
}

test('what opens with the uncompressed key opens with the compressed one, whether or not the platform reads that', async () => {
  const recipient = await createAgreementKey();
  const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext });
  expect(await openBundle({ recipient, enc, ciphertext })).toEqual(plaintext);
  expect(await (await openCompressed(compressPoint(enc)))({ recipient, ciphertext })).toEqual(plaintext);
  readingCompressed(() => Promise.reject(new DOMException('', 'DataError')));
  expect(await (await openCompressed(compressPoint(enc)))({ recipient, ciphertext })).toEqual(plaintext);
});

test('a compressed key that is none is refused', async () => {
  const offCurve = Uint8Array.of(2, ...new Uint8Array(31), 1);
  const { publicKey } = await createAgreementKey();
  for (const wrong of [new Uint8Array(), new Uint8Array(33), offCurve, publicKey.slice(0, 33)]) {
    expect(await codeOf(() => openCompressed(wrong))).toBe('KEY_NOT_ON_CURVE');
  }
});

test('nothing opens with another key, nor where the platform reads another key than was given', async () => {
  const [recipient, other] = [await createAgreementKey(), await createAgreementKey()];
  const { enc, ciphertext } = await sealBundle({ recipient: recipient.publicKey, plaintext });
  const compressed = compressPoint(enc);
  const negative = Uint8Array.from(compressed.with(0, (compressed[0] ?? 0) ^ 1));
  for (const wrong of [negative, compressPoint(other.publicKey)]) {
    const open = await openCompressed(wrong);
    expect(await codeOf(() => open({ recipient, ciphertext }))).toBe('HPKE_OPEN_FAILED');
    readingCompressed((format, _, ...rest) => realImportKey(format, compressed, ...rest));
    const misread = await openCompressed(wrong);
    expect(await codeOf(() => misread({ recipient, ciphertext }))).toBe('HPKE_OPEN_FAILED');
    vi.restoreAllMocks();
  }
});
