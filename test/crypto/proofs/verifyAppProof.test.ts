import { describe, expect, test, vi } from 'vitest';
import { concat } from '../../../src/crypto/bytes.js';
import { sha256 } from '../../../src/crypto/digest.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { awsNitroRoot } from '../../../src/crypto/proofs/awsNitroRoot.js';
import type { ExpectedEnclave } from '../../../src/crypto/proofs/enclave.js';
import type { ProofError } from '../../../src/crypto/proofs/proofError.js';
import { type AddressClaim, type VerifyOptions, verifyAppProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { seeded } from '../../support/chance.js';
import { codeOf, errorOf } from '../../support/errors.js';
import { acceptedOfBent } from '../../support/proofs/bentProofs.js';
import { borshManifest, manifestV2 } from '../../support/proofs/manifests.js';
import { attestedAtMs, type Changes, makeProofs, pcrs, toBase64, zeros } from '../../support/proofs/proofPair.js';

/** Verifies a pair that differs from an honest one, by its own root. */
async function verifyChanged(changes: Changes, options: Partial<VerifyOptions> = {}) {
  const { appProof, bootProof, claim, roots } = await makeProofs(changes);
  return verifyAppProof(appProof, bootProof, { claim, roots, ...options });
}

const image: ExpectedEnclave = { name: 'Test', pcr0: pcrs[0], pcr1: pcrs[1], pcr2: pcrs[2] };

describe('An honest pair', () => {
  test('says what is signed, and that its root is software.', async () => {
    const { appProof, bootProof, claim, roots, root } = await makeProofs();
    const report = await verifyAppProof(appProof, bootProof, { claim, roots });
    expect(report).toEqual({
      state: 'software',
      ...claim,
      walletId: 'ad8a06ec-c2f4-55f2-ac43-65991efbfdd1',
      provedAtMs: attestedAtMs + 60_000,
      attestedAtMs,
      moduleId: 'i-0123456789abcdef0-enc0123456789abcdef',
      pcrs: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [index, pcrs[index] ?? zeros])),
      manifestDigest: toHex(await sha256(manifestV2(pcrs))),
      manifest: undefined,
      ephemeralPublicKey: appProof.publicKey,
      rootFingerprint: toHex(await sha256(root.der)),
    });
  });

  test('is verified with each kind of expectation, and with all of them.', async () => {
    const { appProof, bootProof, claim, roots, role, byManifest } = await makeProofs();
    for (const expected of [image, role, byManifest, { ...image, ...role, ...byManifest }]) {
      const report = await verifyAppProof(appProof, bootProof, { claim, roots, expected });
      expect(report.state).toBe('software');
      expect(report.manifest?.namespace).toBe('manifestDigest' in expected ? 'test/signer' : undefined);
    }
  });

  test('may have its attestation tagged, of definite length, and directly below the root.', async () => {
    const { appProof, bootProof, claim, roots } = await makeProofs({ between: 0 });
    const tagged = toBase64(
      concat(Uint8Array.of(0xd2), new Uint8Array(Buffer.from(bootProof.awsAttestationDocB64, 'base64'))),
    );
    const report = await verifyAppProof(appProof, { ...bootProof, awsAttestationDocB64: tagged }, { claim, roots });
    expect(report.state).toBe('software');
    const { writeCbor } = await import('../../support/proofs/cbor.js');
    expect((await verifyChanged({ write: writeCbor })).state).toBe('software');
  });

  test('may be about a private key, which has neither wallet nor path.', async () => {
    const statement = { walletId: undefined, derivationPath: undefined };
    const { appProof, bootProof, claim, roots } = await makeProofs({ statement });
    const told = { ...claim, path: null };
    const report = await verifyAppProof(appProof, bootProof, { claim: told, roots });
    expect(report).toMatchObject({ walletId: undefined, path: undefined });
    expect(await codeOf(() => verifyAppProof(appProof, bootProof, { claim, roots }))).toBe('CLAIM_MISMATCH');
  });

  test('may be of the very millisecond of its attestation, of whose certificates one ends in that second.', async () => {
    const changes = {
      certificates: { 1: { notAfterMs: attestedAtMs }, 3: { notBeforeMs: attestedAtMs } },
      attestation: { timestamp: attestedAtMs + 999 },
      payload: { timestampMs: String(attestedAtMs + 999) },
    };
    expect((await verifyChanged(changes)).provedAtMs).toBe(attestedAtMs + 999);
  });

  test('is found below any of several roots, and the report says which.', async () => {
    const [one, two] = [await makeProofs(), await makeProofs()];
    const roots = [awsNitroRoot, ...two.roots, ...one.roots];
    const report = await verifyAppProof(one.appProof, one.bootProof, { claim: one.claim, roots });
    expect(report).toMatchObject({ state: 'software', rootFingerprint: toHex(await sha256(one.root.der)) });
  });
});

describe('A root that is not the pinned one of AWS', () => {
  test('is software whatever it calls itself, with an expectation or without.', async () => {
    const named = { certificates: { 0: { subject: 'aws.nitro-enclaves' } } };
    for (const expected of [undefined, image]) {
      expect((await verifyChanged(named, { expected })).state).toBe('software');
    }
  });

  test('A-73 is refused where AWS’s is trusted alone, and where another one of the same name is.', async () => {
    const { appProof, bootProof, claim, root } = await makeProofs();
    const error = (await errorOf(() => verifyAppProof(appProof, bootProof, { claim }))) as ProofError;
    expect(error.code).toBe('CERTIFICATE_ROOT');
    expect(error.expected).toContain('641a0321a3e244efe456463195d606317ed7cdcc3c1756e09893f3c68f79bb5b');
    expect(error.received).toContain(toHex(await sha256(root.der)));
    const other = await makeProofs();
    expect(await codeOf(() => verifyAppProof(appProof, bootProof, { claim, roots: other.roots }))).toBe(
      'CERTIFICATE_ROOT',
    );
  });

  test('has no say through the bundle, whose first entry is not looked at.', async () => {
    const { appProof, bootProof, claim, roots, root } = await makeProofs();
    const foreign = await makeProofs({ attestation: { cabundle: [root.der] }, between: 0 });
    const refused = () => verifyAppProof(foreign.appProof, foreign.bootProof, { claim, roots });
    expect(await codeOf(refused)).toBe('CERTIFICATE_ROOT');
    const report = await verifyAppProof(appProof, bootProof, { claim, roots });
    expect(report.state).toBe('software');
    const emptied = await makeProofs({ root, attestation: { cabundle: [Uint8Array.of(1)] }, between: 0 });
    expect((await verifyAppProof(emptied.appProof, emptied.bootProof, { claim, roots })).state).toBe('software');
  });
});

describe('A pair is refused', () => {
  test('A-73 with another Boot Proof, with its keys exchanged, and with a key that was not attested.', async () => {
    const [{ appProof, bootProof, claim, roots, root }, other] = [await makeProofs(), await makeProofs()];
    const verify = (changed: object) => verifyAppProof(appProof, { ...bootProof, ...changed }, { claim, roots });
    expect(await codeOf(() => verifyAppProof(appProof, other.bootProof, { claim, roots: other.roots }))).toBe(
      'PUBLIC_KEY_MISMATCH',
    );
    const sameRoot = await makeProofs({ root });
    const swapped = { ...sameRoot.bootProof, ephemeralPublicKeyHex: bootProof.ephemeralPublicKeyHex };
    expect(await codeOf(() => verify(swapped))).toBe('PUBLIC_KEY_MISMATCH');
    expect(await codeOf(() => verifyChanged({ attestedKey: new Uint8Array(130) }))).toBe('PUBLIC_KEY_MISMATCH');
    expect(await codeOf(() => verifyChanged({ attestation: { public_key: null } }))).toBe('PUBLIC_KEY_MISMATCH');
    const key = appProof.publicKey;
    const exchanged = key.slice(130) + key.slice(0, 130);
    const both = { ...bootProof, ephemeralPublicKeyHex: exchanged };
    const refused = () => verifyAppProof({ ...appProof, publicKey: exchanged }, both, { claim, roots });
    expect(await codeOf(refused)).toBe('PUBLIC_KEY_MISMATCH');
  });

  test('with a manifest that the attestation does not name.', async () => {
    const { appProof, bootProof, claim, roots } = await makeProofs();
    const qosManifestB64 = toBase64(manifestV2([pcrs[1], pcrs[0], pcrs[2], pcrs[3]]));
    const refused = () => verifyAppProof(appProof, { ...bootProof, qosManifestB64 }, { claim, roots });
    expect(await codeOf(refused)).toBe('MANIFEST_DIGEST');
    expect(await codeOf(() => verifyChanged({ attestation: { user_data: undefined } }))).toBe('MANIFEST_DIGEST');
  });

  test('A-73 whose statement is about another organization, address or path.', async () => {
    const { appProof, bootProof, claim, roots } = await makeProofs();
    const others: readonly Partial<AddressClaim>[] = [
      { organizationId: '00000000-0000-4000-8000-000000000000' },
      { address: claim.address.toLowerCase() },
      { path: "m/44'/60'/0'/0/1" },
      { path: null },
    ];
    for (const other of others) {
      const error = await errorOf(() => verifyAppProof(appProof, bootProof, { claim: { ...claim, ...other }, roots }));
      expect(error.code).toBe('CLAIM_MISMATCH');
      expect(error.message).toContain(Object.values(other)[0] ?? 'no path');
    }
  });

  test('that is older than its attestation by a millisecond.', async () => {
    const refused = () => verifyChanged({ payload: { timestampMs: String(attestedAtMs - 1) } });
    expect(await codeOf(refused)).toBe('APP_PROOF_TOO_EARLY');
  });

  test('whose App Proof another key signed.', async () => {
    const { appProof, bootProof, claim, roots } = await makeProofs();
    const other = await makeProofs();
    const signed = { ...appProof, signature: other.appProof.signature };
    expect(await codeOf(() => verifyAppProof(signed, bootProof, { claim, roots }))).toBe('APP_PROOF_SIGNATURE');
    const zeroed = { ...appProof, signature: '0'.repeat(128) };
    expect(await codeOf(() => verifyAppProof(zeroed, bootProof, { claim, roots }))).toBe('APP_PROOF_SIGNATURE');
  });
});

describe('The enclave', () => {
  test('is refused where a measurement is another one than expected.', async () => {
    for (const index of [0, 1, 2, 3]) {
      const expected = { ...image, [`pcr${index}`]: 'ff'.repeat(48) };
      const error = (await errorOf(() => verifyChanged({}, { expected }))) as ProofError;
      expect(error.code).toBe('ENCLAVE_MISMATCH');
      expect(error.expected).toBe(`PCR${index} ${'ff'.repeat(48)}`);
      expect(error.received).toBe(pcrs[index]);
    }
    const expected = { name: 'Test', manifestDigest: 'ff'.repeat(32) };
    expect(await codeOf(() => verifyChanged({}, { expected }))).toBe('ENCLAVE_MISMATCH');
  });

  test('A-73 in debug mode, with zeros in PCR0 to PCR2, is refused unless the zeros are named.', async () => {
    const debug = { pcrs: { 0: zeros, 1: zeros, 2: zeros }, manifest: manifestV2([zeros, zeros, zeros, pcrs[3]]) };
    const { role, byManifest } = await makeProofs(debug);
    for (const expected of [undefined, role, byManifest, { ...role, ...byManifest }]) {
      expect(await codeOf(() => verifyChanged(debug, { expected }))).toBe('PCRS_ZERO');
    }
    expect(await codeOf(() => verifyChanged(debug, { expected: image }))).toBe('ENCLAVE_MISMATCH');
    const named = { name: 'Debug', pcr0: zeros, pcr1: zeros, pcr2: zeros };
    expect((await verifyChanged(debug, { expected: named })).state).toBe('software');
    // One measurement is enough not to be in debug mode: what is software may have no others.
    expect((await verifyChanged({ pcrs: { 1: zeros, 2: zeros, 3: zeros } })).state).toBe('software');
  });

  test.each([0, 1, 2, 3])('A-73 with our digest in its user data and another PCR%i is refused.', async (index) => {
    const { byManifest: expected } = await makeProofs();
    const changed = { pcrs: { [index]: 'ee'.repeat(48) } };
    expect(await codeOf(() => verifyChanged(changed, { expected }))).toBe('MANIFEST_PCRS');
    // The digest is right, and that is not asked: such a document is what any enclave can have.
    expect((await verifyChanged(changed)).manifestDigest).toBe('manifestDigest' in expected && expected.manifestDigest);
  });

  test.each([0, 1] as const)('may have a manifest of version %i.', async (version) => {
    const manifest = borshManifest(pcrs, version);
    const { byManifest: expected } = await makeProofs({ manifest });
    expect((await verifyChanged({ manifest }, { expected })).manifest?.version).toBe(version);
    const other = { manifest, pcrs: { 2: 'ee'.repeat(48) } };
    expect(await codeOf(() => verifyChanged(other, { expected }))).toBe('MANIFEST_PCRS');
  });

  test('of a manifest that cannot be read is refused where its digest is expected.', async () => {
    const manifest = fromHex('7b2261');
    const { byManifest: expected } = await makeProofs({ manifest });
    expect(await codeOf(() => verifyChanged({ manifest }, { expected }))).toBe('MANIFEST_MALFORMED');
    expect((await verifyChanged({ manifest }, { expected: image })).state).toBe('software');
  });
});

describe('An app that asks wrongly', () => {
  test.each([
    ['nothing', undefined],
    ['no address', { organizationId: 'a', path: null }],
    ['an empty organization', { organizationId: '', address: 'b', path: null }],
    ['no path, which `null` would say', { organizationId: 'a', address: 'b' }],
    ['an empty path', { organizationId: 'a', address: 'b', path: '' }],
  ])('is told so where it claims %s.', async (_what, claim) => {
    expect(await codeOf(() => verifyChanged({}, { claim: claim as AddressClaim }))).toBe('CLAIM_MALFORMED');
  });

  test.each([
    ['nothing', {}],
    ['a name alone', { name: 'Test' }],
    ['no name', { pcr3: pcrs[3] }],
    ['an empty name', { name: '', pcr3: pcrs[3] }],
    ['a part of the image', { name: 'Test', pcr0: pcrs[0], pcr2: pcrs[2], pcr3: pcrs[3] }],
    ['a short PCR', { name: 'Test', pcr3: 'a3' }],
    ['capitals', { name: 'Test', pcr3: pcrs[3].toUpperCase() }],
    ['a number', { name: 'Test', pcr3: 3 }],
    ['a short digest', { name: 'Test', manifestDigest: 'a3' }],
  ])('is told so where it expects %s.', async (_what, expected) => {
    const refused = () => verifyChanged({}, { expected: expected as ExpectedEnclave });
    expect(await codeOf(refused)).toBe('EXPECTED_MALFORMED');
  });

  test.each([
    ['none', []],
    ['a text', awsNitroRoot as never],
    ['what is no base64', ['-']],
    ['what is no certificate', ['MAA=']],
    ['a good one and a bent one', [awsNitroRoot, awsNitroRoot.replace(/^M/, 'N')]],
  ])('is told so where its roots are %s.', async (_what, roots) => {
    expect(await codeOf(() => verifyChanged({}, { roots }))).toBe('ROOTS_MALFORMED');
  });
});

test('Without WebCrypto, as in a page that is no secure context, nothing is said of the proof.', async () => {
  const { appProof, bootProof, claim, roots } = await makeProofs();
  vi.stubGlobal('crypto', {});
  try {
    await expect(verifyAppProof(appProof, bootProof, { claim, roots })).rejects.toThrow(TypeError);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('F-25 of 2,000 pairs, each changed where it is signed or compared, none is accepted.', async () => {
  const [{ roots, ...pair }, other] = [await makeProofs(), await makeProofs()];
  const { accepted, codes } = await acceptedOfBent(pair, { count: 2_000, chance: seeded(25), other, roots });
  expect(accepted).toEqual([]);
  expect(codes).toEqual(
    expect.arrayContaining(['APP_PROOF_SIGNATURE', 'ATTESTATION_SIGNATURE', 'CLAIM_MISMATCH', 'MANIFEST_DIGEST']),
  );
});
