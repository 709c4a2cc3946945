import { describe, expect, test } from 'vitest';
import type { Cbor } from '../../../src/crypto/cbor.js';
import { readAttestation } from '../../../src/crypto/proofs/attestation.js';
import { verifyAppProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { codeOf, errorOf } from '../../support/errors.js';
import { type Changes, makeProofs } from '../../support/proofs/proofPair.js';

async function codeWith(changes: Changes): Promise<string> {
  const { appProof, bootProof, claim, roots } = await makeProofs(changes);
  return codeOf(() => verifyAppProof(appProof, bootProof, { claim, roots }));
}

const bytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(7);
const pcrs = (count: number, length = 48): Cbor =>
  new Map(Array.from({ length: count }, (_, index) => [index, bytes(length)]));

describe('An attestation document', () => {
  test.each<[string, Record<string, Cbor | undefined>]>([
    ['no module_id', { module_id: undefined }],
    ['an empty module_id', { module_id: '' }],
    ['a digest of another kind', { digest: 'SHA512' }],
    ['no timestamp', { timestamp: 0 }],
    ['a timestamp as a text', { timestamp: '1758057949422' }],
    ['no PCRs', { pcrs: undefined }],
    ['PCRs as a list', { pcrs: [bytes(48)] }],
    ['no PCR3', { pcrs: pcrs(3) }],
    ['a PCR of 32 bytes', { pcrs: pcrs(4, 32) }],
    ['a PCR32', { pcrs: new Map([...(pcrs(4) as ReadonlyMap<number, Cbor>), [32, bytes(48)]]) }],
    ['a PCR below zero', { pcrs: new Map([...(pcrs(4) as ReadonlyMap<number, Cbor>), [-1, bytes(48)]]) }],
    [
      'a PCR with a name',
      { pcrs: new Map<number | string, Cbor>([...(pcrs(4) as ReadonlyMap<number, Cbor>), ['4', bytes(48)]]) },
    ],
    ['a certificate as a text', { certificate: 'MII' }],
    ['a certificate of 1,025 bytes', { certificate: bytes(1025) }],
    ['an empty certificate', { certificate: bytes(0) }],
    ['an empty bundle', { cabundle: [] }],
    ['a bundle that is none', { cabundle: bytes(4) }],
    ['an empty certificate in the bundle', { cabundle: [bytes(0)] }],
    ['nine certificates in the bundle', { cabundle: Array.from({ length: 9 }, () => bytes(4)) }],
    ['an empty public key', { public_key: bytes(0) }],
    ['user data as a text', { user_data: 'a' }],
    ['user data of 513 bytes', { user_data: bytes(513) }],
    ['a nonce of 513 bytes', { nonce: bytes(513) }],
    ['a member that AWS does not list', { note: 'a' }],
  ])('with %s is refused.', async (_what, attestation) => {
    expect(await codeWith({ attestation })).toBe('ATTESTATION_MALFORMED');
  });

  test.each<[string, (parts: readonly Cbor[]) => Cbor]>([
    ['a list of three', (parts) => parts.slice(0, 3)],
    ['a list of five', (parts) => [...parts, null]],
    ['no list', ([, , payload]) => payload ?? null],
    ['another algorithm', ([, ...rest]) => [Uint8Array.of(0xa1, 0x01, 0x26), ...rest]],
    ['a second protected header', ([, ...rest]) => [Uint8Array.of(0xa2, 0x01, 0x38, 0x22, 0x04, 0x40), ...rest]],
    ['a header that is no bytes', ([, ...rest]) => [new Map([[1, -35]]), ...rest]],
    ['an unprotected header', ([header, , ...rest]) => [header ?? null, new Map([[4, 1]]), ...rest]],
    ['an empty payload', ([header, none, , signature]) => [header, none, bytes(0), signature] as Cbor],
    ['a payload beyond 16 KiB', ([header, none, , signature]) => [header, none, bytes(16_385), signature] as Cbor],
    ['a signature of 95 bytes', ([header, none, payload]) => [header, none, payload, bytes(95)] as Cbor],
  ])('of %s is refused.', async (_what, bend) => {
    expect(await codeWith({ bend })).toBe('ATTESTATION_MALFORMED');
  });

  test('that another key signed, or whose payload was changed, is refused.', async () => {
    const bend = ([header, none, payload]: readonly Cbor[]) => [header, none, payload, bytes(96)] as Cbor;
    expect(await codeWith({ bend })).toBe('ATTESTATION_SIGNATURE');
    const other = await makeProofs();
    expect(await codeWith({ attestation: { certificate: other.chain.at(-1)?.der } })).toBe('ATTESTATION_SIGNATURE');
  });

  test('says what is wrong with it, in a few letters.', async () => {
    const error = await errorOf(() => readAttestation(new Uint8Array()));
    expect(error.message).toBe(
      'The attestation document is malformed. Expected: COSE_Sign1 (ES384) over a map with the members that AWS lists. ' +
        'Received: it is cut off. Do not rely on this proof.',
    );
    const { appProof, bootProof, claim, roots } = await makeProofs({ attestation: { [`a${'b'.repeat(300)}`]: 1 } });
    const long = await errorOf(() => verifyAppProof(appProof, bootProof, { claim, roots }));
    expect(long).toMatchObject({ received: `the member a${'b'.repeat(300)}`.slice(0, 200).concat('…') });
  });
});
