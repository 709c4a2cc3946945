import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { fromDerSignature, toDerSignature, verifyStampSignature } from '@turnkey/crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64Url } from '../../src/crypto/base64url.js';
import { fromUtf8, utf8 } from '../../src/crypto/bytes.js';
import { derFromRaw, rawFromDer } from '../../src/crypto/der.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { importSigningKey, sign, verify } from '../../src/crypto/p256.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { apiKeyStamper } from '../../src/stampers/apiKeyStamper.js';
import { readStamp, verifyStamp } from '../../src/stampers/stamp.js';
import { always, bytes, keyPair, privateKey, text } from './random.js';

const bodies = fc.tuple(privateKey, text);

test.each(['node', 'browser', 'purejs'] as const)(
  'we verify its stamps, made by its arithmetic for %s',
  async (runtimeOverride) => {
    const { verifyP256 } = await nodePrimitives();
    await always(bodies, async ([key, body]) => {
      const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = await keyPair(key);
      const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey, runtimeOverride });
      const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
      const stamp = readStamp(stampHeaderValue);
      expect([stampHeaderName, stamp.publicKey]).toEqual(['X-Stamp', apiPublicKey]);
      expect(await verifyStamp(stamp, utf8(body), verifyP256)).toBe(true);
      expect(await verifyStamp(stamp, utf8(body), verify)).toBe(true);
      expect(await verifyStamp(stamp, utf8(`${body} `), verifyP256)).toBe(false);
    });
  },
);

test('it verifies our stamps', () =>
  always(bodies, async ([key, body]) => {
    const pair = await keyPair(key);
    const { value } = await apiKeyStamper(pair).stamp(utf8(body));
    const { publicKey, signature } = JSON.parse(fromUtf8(fromBase64Url(value))) as Record<string, string>;
    expect(publicKey).toBe(pair.publicKey);
    expect(await verifyStampSignature(pair.publicKey, signature ?? '', body)).toBe(true);
  }));

test('it verifies our stamp for no other body', async () => {
  const pair = await keyPair(fromHex('11'.repeat(32)));
  const { value } = await apiKeyStamper(pair).stamp(utf8('{}'));
  expect(await verifyStampSignature(pair.publicKey, readStamp(value).signature, '{ }')).toBe(false);
});

test('it reads our DER, and we read its own, save where that has a zero too many', () =>
  always(fc.tuple(privateKey, bytes(100)), async ([key, message]) => {
    const raw = await sign(await importSigningKey(await keyPair(key)), message);
    const ours = derFromRaw(raw);
    expect(fromDerSignature(toHex(ours))).toEqual(raw);
    // It always writes 32 bytes for r and s, with a leading zero that DER does not allow (X.690, 8.3.2).
    // Only the stamper for wallets on secp256k1 uses this function, none for P-256.
    const theirs = fromHex(toDerSignature(toHex(raw)));
    if (toHex(theirs) === toHex(ours)) expect(rawFromDer(theirs)).toEqual(raw);
    else expect(() => rawFromDer(theirs)).toThrow('DER');
  }));
