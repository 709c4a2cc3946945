import { describe, expect, test } from 'vitest';
import { type Bytes, concat } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { verifyAppProof } from '../../../src/crypto/proofs/verifyAppProof.js';
import { codeOf, errorOf } from '../../support/errors.js';
import { type CertificateFacts, extension, replaced, usage } from '../../support/proofs/certificates.js';
import { der } from '../../support/proofs/der.js';
import { attestedAtMs, type Changes, makeProofs } from '../../support/proofs/proofPair.js';

/** Places of the certificates of a pair. */
const [root, region, zone, leaf] = [0, 1, 2, 3];

async function verifyChanged(changes: Changes) {
  const { appProof, bootProof, claim, roots } = await makeProofs(changes);
  return verifyAppProof(appProof, bootProof, { claim, roots });
}

const verifyWith = (place: number, facts: Partial<CertificateFacts>) =>
  verifyChanged({ certificates: { [place]: facts } });

const bent = (from: string, to: string): Partial<CertificateFacts> => ({
  bend: (signed) => replaced(signed, from, to),
});

describe('The chain of an attestation', () => {
  test('may have eight certificates in its bundle, and no more.', async () => {
    expect((await verifyChanged({ between: 7 })).state).toBe('software');
    expect(await codeOf(() => verifyChanged({ between: 8 }))).toBe('ATTESTATION_MALFORMED');
  });

  test.each([root, region, zone, leaf])('must hold at the time of the attestation: certificate %i.', async (place) => {
    expect(await codeOf(() => verifyWith(place, { notAfterMs: attestedAtMs - 1000 }))).toBe('CERTIFICATE_TIME');
    const error = await errorOf(() => verifyWith(place, { notBeforeMs: attestedAtMs + 1000 }));
    expect(error.code).toBe('CERTIFICATE_TIME');
    expect(error.message).toContain('2026-11-25T12:00:01.000Z');
  });

  test('is judged at the time that is signed: of another time, an old one is refused.', async () => {
    const late = attestedAtMs + 2 * 86_400_000;
    const changes = { attestation: { timestamp: late }, payload: { timestampMs: String(late) } };
    expect(await codeOf(() => verifyChanged(changes))).toBe('CERTIFICATE_TIME');
  });

  test.each([root, region, zone])('has authorities above its leaf: certificate %i.', async (place) => {
    expect(await codeOf(() => verifyWith(place, { isAuthority: false }))).toBe('CERTIFICATE_AUTHORITY');
    expect(await codeOf(() => verifyWith(place, { keyUsage: usage.signs }))).toBe('CERTIFICATE_KEY_USAGE');
    expect(await codeOf(() => verifyWith(place, { keyUsage: undefined }))).toBe('CERTIFICATE_KEY_USAGE');
  });

  test('has a leaf that signs, and is no authority.', async () => {
    expect(await codeOf(() => verifyWith(leaf, { isAuthority: true }))).toBe('CERTIFICATE_AUTHORITY');
    expect(await codeOf(() => verifyWith(leaf, { keyUsage: '0204' }))).toBe('CERTIFICATE_KEY_USAGE');
    expect(await codeOf(() => verifyWith(leaf, { keyUsage: undefined }))).toBe('CERTIFICATE_KEY_USAGE');
  });

  test('is no longer than each of its authorities allows.', async () => {
    for (const [place, most] of [
      [root, 1],
      [region, 0],
    ] as const) {
      expect(await codeOf(() => verifyWith(place, { pathLength: most }))).toBe('CERTIFICATE_PATH_LENGTH');
      expect((await verifyWith(place, { pathLength: most + 1 })).state).toBe('software');
    }
  });

  test('names each issuer as that calls itself.', async () => {
    expect(await codeOf(() => verifyWith(region, { issuer: 'another root' }))).toBe('CERTIFICATE_ROOT');
    expect(await codeOf(() => verifyWith(zone, { issuer: 'root software' }))).toBe('CERTIFICATE_ISSUER');
    expect(await codeOf(() => verifyWith(leaf, { issuer: 'region software' }))).toBe('CERTIFICATE_ISSUER');
  });

  test('is signed by each issuer, in its order, with none left out, and with none of another chain.', async () => {
    const { root: shared } = await makeProofs();
    const bundleOf = async (change: (bundle: readonly Bytes[]) => readonly Bytes[]) => {
      const certificates = (await makeProofs({ root: shared })).chain.map((each) => each.der);
      const changed = change(certificates.slice(0, -1));
      return verifyChanged({ root: shared, attestation: { cabundle: changed } });
    };
    // Another region and zone of the same names, below the same root.
    expect(await codeOf(() => bundleOf((bundle) => bundle))).toBe('CERTIFICATE_SIGNATURE');
    expect(await codeOf(() => bundleOf(([first, ...rest]) => [first as never, ...rest.reverse()]))).toBe(
      'CERTIFICATE_ROOT',
    );
    expect(await codeOf(() => bundleOf(([first]) => [first as never]))).toBe('CERTIFICATE_ROOT');
    expect(await codeOf(() => bundleOf((bundle) => bundle.slice(1)))).toBe('CERTIFICATE_ROOT');
  });

  test('A-73 begins at a root, not at an authority below it that was handed in its place.', async () => {
    const { chain, appProof, bootProof, claim } = await makeProofs();
    const roots = [Buffer.from(chain[region]?.der ?? []).toString('base64')];
    expect(await codeOf(() => verifyAppProof(appProof, bootProof, { claim, roots }))).toBe('CERTIFICATE_ROOT');
  });
});

describe('A certificate', () => {
  test('may have extensions that are not critical, and no unknown one that is.', async () => {
    const other = (critical: string) => ({ extensions: [extension('551d1e', der(0x30), critical)] });
    expect((await verifyWith(zone, other(''))).state).toBe('software');
    expect(await codeOf(() => verifyWith(zone, other('0101ff')))).toBe('CERTIFICATE_EXTENSION');
    expect(await codeOf(() => verifyWith(leaf, other('0101ff')))).toBe('CERTIFICATE_EXTENSION');
  });

  const keyUsage = extension('551d0f', der(0x03, fromHex('0186')), '0101ff');
  test.each<[string, Partial<CertificateFacts>]>([
    ['of version 1', bent('a003020102', 'a003020100')],
    ['signed with SHA-256', bent('06082a8648ce3d040303', '06082a8648ce3d040302')],
    ['with a key on P-256', bent('06052b81040022', '06052b81040021')],
    ['with a compressed key', bent('03620004', '0362000203'.slice(0, 8))],
    ['with a serial number of 21 bytes', { serial: new Uint8Array(21).fill(1) }],
    ['with a serial number of zero', { serial: new Uint8Array(1) }],
    ['with a negative serial number', { serial: Uint8Array.of(1), ...bent('020101', '0201ff') }],
    ['with the 30th of February', bent('323631313236', '323630323330')],
    ['with a time of no form', bent('303030305a', '303030303a')],
    ['whose constraints are not critical', bent('0603551d130101ff', '0603551d13010100')],
    ['with key usage twice', { extensions: [keyUsage] }],
    ['with an extension that is no DER', { extensions: [extension('551d0e', Uint8Array.of(4), '')] }],
    ['with a name whose attribute has another type', bent('0603550403', '0403550403')],
    ['with key usage that ends in a zero', { keyUsage: '0006' }],
    ['with key usage of no bits', { keyUsage: '00' }],
    ['with a length too long', { bend: (signed) => concat(fromHex('308300'), signed.slice(2)) }],
    ['with an unused bit that is set', { keyUsage: '0187' }],
  ])('is refused %s.', async (_what, facts) => {
    expect(await codeOf(() => verifyWith(zone, facts))).toBe('CERTIFICATE_MALFORMED');
  });

  test('with a key that is not on the curve has signed nothing.', async () => {
    // The point of x = 1 and y = 1.
    const off = (signed: Bytes) => {
      const at = Buffer.from(signed).indexOf('03620004', 0, 'hex') + 4;
      return concat(signed.slice(0, at), new Uint8Array(96).fill(1, 47, 48).fill(1, 95), signed.slice(at + 96));
    };
    expect(await codeOf(() => verifyWith(leaf, { bend: off }))).toBe('ATTESTATION_SIGNATURE');
    expect(await codeOf(() => verifyWith(zone, { bend: off }))).toBe('CERTIFICATE_SIGNATURE');
    expect(await codeOf(() => verifyWith(root, { bend: off }))).toBe('CERTIFICATE_ROOT');
  });

  test('may hold until after 2049, in four digits of the year.', async () => {
    expect((await verifyWith(root, { notAfterMs: Date.UTC(2050, 0, 1) })).state).toBe('software');
    const inFourDigits = (signed: Bytes) => replaced(signed, '323035', '323034');
    const refused = () => verifyWith(zone, { notAfterMs: Date.UTC(2050, 0, 1), bend: inFourDigits });
    expect(await codeOf(refused)).toBe('CERTIFICATE_MALFORMED');
  });
});
