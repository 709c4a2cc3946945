import { describe, expect, test } from 'vitest';
import type { AppProof } from '../../../src/crypto/proofs/appProof.js';
import { type BootProof, verifyAppProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { codeOf, errorOf } from '../../support/errors.js';
import { attestedAtMs, type Changes, makeProofs } from '../../support/proofs/proofPair.js';

async function codeWith(app: object, boot: object = {}): Promise<string> {
  const { appProof, bootProof, claim, roots } = await makeProofs();
  const changed = [{ ...appProof, ...app } as AppProof, { ...bootProof, ...boot } as BootProof] as const;
  return codeOf(() => verifyAppProof(...changed, { claim, roots }));
}

async function codeOfSigned(changes: Changes): Promise<string> {
  const { appProof, bootProof, claim, roots } = await makeProofs(changes);
  return codeOf(() => verifyAppProof(appProof, bootProof, { claim, roots }));
}

describe('An App Proof', () => {
  test('has one scheme.', async () => {
    expect(await codeWith({ scheme: 'SIGNATURE_SCHEME_TK_API_P256' })).toBe('APP_PROOF_SCHEME');
    expect(await codeWith({ scheme: undefined })).toBe('APP_PROOF_SCHEME');
  });

  test('has a key and a signature in lowercase hex of one length, and no other text.', async () => {
    const { appProof } = await makeProofs();
    for (const name of ['publicKey', 'signature'] as const) {
      const right = appProof[name];
      for (const wrong of [
        right.toUpperCase(),
        `0x${right}`,
        right.slice(2),
        `${right}00`,
        `${right} `,
        '',
        4,
        undefined,
      ]) {
        expect(await codeWith({ [name]: wrong }), `${name} ${wrong}`).toBe('APP_PROOF_MALFORMED');
      }
    }
    expect(await codeWith({ proofPayload: undefined })).toBe('APP_PROOF_MALFORMED');
    expect(await codeWith({ proofPayload: ' '.repeat(8_193) })).toBe('APP_PROOF_MALFORMED');
  });

  test('has two points of its curve as its key.', async () => {
    const { publicKey } = (await makeProofs()).appProof;
    const off = `04${'11'.repeat(64)}`;
    expect(await codeWith({ publicKey: off + publicKey.slice(130) })).toBe('APP_PROOF_MALFORMED');
    expect(await codeWith({ publicKey: publicKey.slice(0, 130) + off })).toBe('APP_PROOF_MALFORMED');
  });

  test('is about an address: what else a service proves is not taken for it.', async () => {
    const error = await errorOf(async () => {
      const { appProof, bootProof, claim, roots } = await makeProofs({
        payload: { type: 'APP_PROOF_TYPE_POLICY_OUTCOME' },
      });
      await verifyAppProof(appProof, bootProof, { claim, roots });
    });
    expect(error).toMatchObject({ code: 'APP_PROOF_TYPE', received: 'APP_PROOF_TYPE_POLICY_OUTCOME' });
  });

  const address = '0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC';
  test.each<[string, Changes]>([
    ['is no JSON', { payloadText: '{' }],
    ['is a list', { payloadText: '[]' }],
    ['names its type twice', { payloadText: '{"type":"a","type":"APP_PROOF_TYPE_ADDRESS_DERIVATION"}' }],
    ['has no UTF-8', { payloadText: '"\ud800"' }],
    ['has its time as a number', { payload: { timestampMs: attestedAtMs } }],
    ['has a time before 1970', { payload: { timestampMs: '-1' } }],
    ['has a time with a leading zero', { payload: { timestampMs: `0${attestedAtMs}` } }],
    ['has a time beyond 2⁵³', { payload: { timestampMs: '9007199254740993' } }],
    ['has no statement', { payload: { addressDerivationProof: null } }],
    ['has a text as its statement', { payload: { addressDerivationProof: address } }],
    ['names no organization', { statement: { organizationId: undefined } }],
    ['has an empty address', { statement: { address: '' } }],
    ['has a list of addresses', { statement: { address: [address] } }],
    ['has an empty path', { statement: { derivationPath: '' } }],
    ['has a number as its wallet', { statement: { walletId: 1 } }],
  ])('is refused where its signed payload %s.', async (_what, changes) => {
    expect(await codeOfSigned(changes)).toBe('APP_PROOF_MALFORMED');
  });
});

describe('A Boot Proof', () => {
  test('has its key in lowercase hex, and canonical base64 of a document and a manifest.', async () => {
    const { bootProof } = await makeProofs();
    const { awsAttestationDocB64: document, qosManifestB64: manifest, ephemeralPublicKeyHex: key } = bootProof;
    for (const wrong of [key.toUpperCase(), key.slice(2), '', undefined]) {
      expect(await codeWith({}, { ephemeralPublicKeyHex: wrong })).toBe('BOOT_PROOF_MALFORMED');
    }
    for (const wrong of [`${document}=`, `${document} `, document.replaceAll('A', '-'), 'A'.repeat(24_004), '', null]) {
      expect(await codeWith({}, { awsAttestationDocB64: wrong })).toBe('BOOT_PROOF_MALFORMED');
    }
    for (const wrong of [`${manifest}=`, manifest.slice(1), 'A'.repeat(1_048_580), '', null]) {
      expect(await codeWith({}, { qosManifestB64: wrong })).toBe('BOOT_PROOF_MALFORMED');
    }
  });

  test('that is missing is refused, as a missing App Proof is.', async () => {
    const { appProof, bootProof, claim, roots } = await makeProofs();
    const none = undefined as unknown;
    const withoutBoot = () => verifyAppProof(appProof, none as BootProof, { claim, roots });
    expect(await codeOf(withoutBoot)).toBe('BOOT_PROOF_MALFORMED');
    const withoutApp = () => verifyAppProof(none as AppProof, bootProof, { claim, roots });
    expect(await codeOf(withoutApp)).toBe('APP_PROOF_SCHEME');
  });

  test('says nothing by what nobody signed.', async () => {
    const { appProof, bootProof, claim, roots } = await makeProofs();
    const unsigned = { enclaveApp: 'a', owner: 'b', deploymentLabel: 'c', createdAt: { seconds: '1', nanos: '0' } };
    const reports = [bootProof, { ...bootProof, ...unsigned }].map((each) =>
      verifyAppProof(appProof, each, { claim, roots }),
    );
    const [one, two] = await Promise.all(reports);
    expect(two).toEqual(one);
  });
});
