import { expect, test } from 'vitest';
import { fromBase64 } from '../../../src/crypto/base64.js';
import { sha256 } from '../../../src/crypto/digest.js';
import { toHex } from '../../../src/crypto/hex.js';
import type { AppProof } from '../../../src/crypto/proofs/appProof.js';
import { awsNitroRoot } from '../../../src/crypto/proofs/awsNitroRoot.js';
import { type BootProof, verifyAppProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { seeded } from '../../support/chance.js';
import { codeOf } from '../../support/errors.js';
import { acceptedOfBent } from '../../support/proofs/bentProofs.js';
import { makeProofs } from '../../support/proofs/proofPair.js';
import { realClaim, realImage, realManifest, realRole } from '../../support/proofs/realPair.js';
import { sharedJson, sharedText, testShared } from '../../support/publishedVectors.js';

const published = sharedJson<{ appProofs: [AppProof]; bootProofs: [BootProof] }>(
  'vectors/tkhq/app_and_boot_proofs.json',
);
const pair = published && { appProof: published.appProofs[0], bootProof: published.bootProofs[0], claim: realClaim };

test('the pinned root has the fingerprint that AWS publishes', async () => {
  const fingerprint = '641a0321a3e244efe456463195d606317ed7cdcc3c1756e09893f3c68f79bb5b';
  expect(toHex(await sha256(fromBase64(awsNitroRoot)))).toBe(fingerprint);
});

testShared(sharedText('vectors/nitro/aws_root_cert.pem'), 'the pinned root is the one that AWS publishes', (pem) => {
  expect(awsNitroRoot).toBe(pem.replace(/-----[A-Z ]+-----|\n/g, ''));
});

testShared(pair, 'the real pair verifies at its own time, years later', async ({ appProof, bootProof, claim }) => {
  const unmeasured = await verifyAppProof(appProof, bootProof, { claim });
  expect(unmeasured).toMatchObject({
    state: 'unmeasured',
    ...claim,
    walletId: 'ad8a06ec-c2f4-55f2-ac43-65991efbfdd1',
    attestedAtMs: 1_758_057_949_422,
    provedAtMs: 1_758_058_763_571,
    moduleId: 'i-02447a481344e9ec0-enc0199546b533fd5d0',
  });
  for (const expected of [realImage, realRole, realManifest, { ...realImage, ...realRole, ...realManifest }]) {
    const report = await verifyAppProof(appProof, bootProof, { claim, expected });
    expect(report).toMatchObject({ state: 'verified', name: expected.name });
    const manifest = { version: 0, namespace: 'preprod/signer', nonce: 20_250_902 };
    if ('manifestDigest' in expected) expect(report.manifest).toMatchObject(manifest);
  }
});

testShared(pair, 'the real pair is refused by another root, and for another enclave', async (real) => {
  const { appProof, bootProof, claim } = real;
  const { roots } = await makeProofs({ certificates: { 0: { subject: 'aws.nitro-enclaves' } } });
  expect(await codeOf(() => verifyAppProof(appProof, bootProof, { claim, roots }))).toBe('CERTIFICATE_ROOT');
  const expected = { ...realImage, pcr2: realImage.pcr1 };
  expect(await codeOf(() => verifyAppProof(appProof, bootProof, { claim, expected }))).toBe('ENCLAVE_MISMATCH');
});

testShared(pair, 'F-25 of 2,000 copies of the real pair, each changed in one place, none is accepted', async (real) => {
  const { accepted } = await acceptedOfBent(real, { count: 2_000, chance: seeded(26), other: await makeProofs() });
  expect(accepted).toEqual([]);
});
