import { beforeAll, expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { derFromRaw } from '../../src/crypto/der.js';
import { readEnvelope, writeEnvelope } from '../../src/crypto/envelope.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { createSigningKey, decompressPoint, type SigningKey, sign } from '../../src/crypto/p256.js';
import { codeOf } from '../support/errors.js';

const data = { targetPublic: '04', organizationId: 'organization', userId: 'user' };
let signer: SigningKey;
let trusted: string;

beforeAll(async () => {
  signer = await createSigningKey();
  trusted = toHex(decompressPoint(fromHex(signer.publicKey)));
});

test('signed data is read back', async () => {
  expect(await readEnvelope(await writeEnvelope(data, signer), trusted)).toEqual(data);
});

test('an envelope of another version, with members missing, doubled or added, is refused', async () => {
  const text = await writeEnvelope(data, signer);
  const envelope = JSON.parse(text);
  const { dataSignature: _, ...unsigned } = envelope;
  const wrong = [
    ...['v1.0.1', 'v0.0.0', 1, undefined].map((version) => ({ ...envelope, version })),
    unsigned,
    { ...unsigned, dataSignature: null },
    { ...envelope, encappedPublicSignature: '' },
    { ...envelope, data: `${envelope.data}0` },
    { ...envelope, dataSignature: `${envelope.dataSignature}00` },
    { targetPublic: '04', targetPublicSignature: '' },
  ].map((value) => JSON.stringify(value));
  const doubled = text.replace('{', '{"version":"v1.0.0",');
  for (const each of [...wrong, doubled, '', 'null', '[]', text.padEnd(65_537)]) {
    expect(await codeOf(() => readEnvelope(each, trusted)), each.slice(0, 60)).toBe('BUNDLE_MALFORMED');
  }
});

test('an envelope that another key signed is refused, whatever key it names', async () => {
  const other = await createSigningKey();
  const foreign = await writeEnvelope(data, other);
  expect(await codeOf(() => readEnvelope(foreign, trusted))).toBe('BUNDLE_SIGNER_UNKNOWN');
  const posing = JSON.stringify({ ...JSON.parse(foreign), enclaveQuorumPublic: trusted });
  expect(await codeOf(() => readEnvelope(posing, trusted))).toBe('BUNDLE_SIGNATURE_INVALID');
});

test('signed bytes that are not a JSON object are refused', async () => {
  for (const bytes of [utf8('[]'), utf8('{"a":1,"a":2}'), Uint8Array.of(0xff)]) {
    const text = JSON.stringify({
      version: 'v1.0.0',
      data: toHex(bytes),
      dataSignature: toHex(derFromRaw(await sign(signer, bytes))),
      enclaveQuorumPublic: trusted,
    });
    expect(await codeOf(() => readEnvelope(text, trusted))).toBe('BUNDLE_MALFORMED');
  }
});
