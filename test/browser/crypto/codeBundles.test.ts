import { expect, test } from 'vitest';
import { BundleError } from '../../../src/crypto/bundleError.js';
import { openCode, readCodeTarget, sealCode, writeCodeTarget } from '../../../src/crypto/codeBundles.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { createAgreementKey, createSigningKey, decompressPoint } from '../../../src/crypto/p256.js';
import { LatchkeyError } from '../../../src/errors.js';
import { mutationsOf } from '../../support/mutations.js';

const place = { organizationId: 'f9a31c64-d604-42e4-9bef-a773096afad7', otpId: '2c9b8a34-1d7c-4a0e-8d43-0f8d3c0f2a11' };

test('a browser seals a code that opens, and refuses 2,000 changed ones', async () => {
  const target = await createAgreementKey();
  const typed = { otpCode: '123456', publicKey: (await createSigningKey()).publicKey };
  const bundle = await sealCode(typed, target.publicKey);
  expect(await openCode(bundle, target)).toEqual(typed);
  for (const changed of mutationsOf(bundle, 2_000, 3))
    await expect(openCode(changed, target), changed).rejects.toThrow(LatchkeyError);
});

test('a browser reads the target of a code, and refuses 2,000 changed ones', async () => {
  const [signer, { publicKey: targetPublicKey }] = [await createSigningKey(), await createAgreementKey()];
  const expected = { ...place, signerPublicKey: toHex(decompressPoint(fromHex(signer.publicKey))) };
  const bundle = await writeCodeTarget({ ...place, targetPublicKey }, signer);
  expect(await readCodeTarget(bundle, expected)).toEqual(targetPublicKey);
  for (const changed of mutationsOf(bundle, 2_000, 4))
    await expect(readCodeTarget(changed, expected), changed).rejects.toThrow(BundleError);
});
