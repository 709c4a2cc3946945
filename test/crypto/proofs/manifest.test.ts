import { describe, expect, test } from 'vitest';
import { concat, utf8 } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { readManifest } from '../../../src/crypto/proofs/manifest.js';
import { codeOf } from '../../support/errors.js';
import { borshManifest, manifestMembers, manifestV2 } from '../../support/proofs/manifests.js';
import { pcrs } from '../../support/proofs/proofPair.js';

const facts = { namespace: 'test/signer', nonce: 7, pivotHash: 'dc'.repeat(32), pcrs };
const members = manifestMembers(pcrs);
const json = (value: unknown) => utf8(JSON.stringify(value));
const codeOfBytes = (bytes: Uint8Array<ArrayBuffer>) => codeOf(() => readManifest(bytes));

describe('A manifest of version 2', () => {
  test('is canonical JSON, whatever other members it has.', () => {
    expect(readManifest(manifestV2(pcrs))).toEqual({ version: 2, ...facts });
    const { enclave, ...rest } = members;
    const dns = { resolvers: ['192.0.2.1', 'ü', '\u001f"\\'] };
    expect(readManifest(json({ dns, enclave, ...rest }))).toEqual({ version: 2, ...facts });
  });

  test.each<[string, unknown]>([
    ['is not sorted', Object.fromEntries(Object.entries(members).reverse())],
    ['has a number', { ...members, namespace: { ...members.namespace, nonce: 7 } }],
    ['has null', { ...members, shareSet: null }],
    ['is of version 1', { ...members, version: 'v1' }],
    ['has no version', { ...members, version: undefined }],
    ['has no enclave', { ...members, enclave: undefined }],
    ['has a list as its enclave', { ...members, enclave: [] }],
    ['has a short PCR', { ...members, enclave: { ...members.enclave, pcr3: 'a3' } }],
    ['has a PCR in capitals', { ...members, enclave: { ...members.enclave, pcr3: pcrs[3].toUpperCase() } }],
    ['has no pivot', { ...members, pivot: undefined }],
    ['has a short hash', { ...members, pivot: { ...members.pivot, hash: 'dc' } }],
    ['has no namespace', { ...members, namespace: undefined }],
    ['has a nonce of 33 bits', { ...members, namespace: { ...members.namespace, nonce: '4294967296' } }],
    ['has a nonce with a zero before it', { ...members, namespace: { ...members.namespace, nonce: '07' } }],
    ['is too deep', { ...members, pivot: { ...members.pivot, env: JSON.parse('['.repeat(20) + ']'.repeat(20)) } }],
  ])('is refused where it %s.', async (_what, value) => {
    expect(await codeOfBytes(json(value))).toBe('MANIFEST_MALFORMED');
  });

  test('has one text: white space, another escape and a name twice are refused.', async () => {
    const text = JSON.stringify(members);
    for (const other of [
      `${text} `,
      text.replace(':', ': '),
      text.replace('signer', '\\u0073igner'),
      text.replace('"version"', '"version":"v2","version"'),
      text.slice(0, -1),
      `\ufeff${text}`,
    ]) {
      expect(await codeOfBytes(utf8(other))).toBe('MANIFEST_MALFORMED');
    }
    expect(await codeOfBytes(concat(manifestV2(pcrs).slice(0, 3), fromHex('ff')))).toBe('MANIFEST_MALFORMED');
  });
});

describe.each([0, 1] as const)('A manifest of version %i', (version) => {
  const bytes = borshManifest(pcrs, version);

  test('is Borsh.', () => {
    expect(readManifest(bytes)).toEqual({ version, ...facts });
  });

  test('is refused where it is cut off anywhere, or goes on.', async () => {
    for (let end = 0; end < bytes.length; end += 1) {
      expect(await codeOfBytes(bytes.slice(0, end)), `${end}`).toBe('MANIFEST_MALFORMED');
    }
    expect(await codeOfBytes(concat(bytes, new Uint8Array(1)))).toBe('MANIFEST_MALFORMED');
  });

  test('is refused with a choice that there is not, a text that is not UTF-8, and a list without end.', async () => {
    const name = 4 + 'test/signer'.length;
    const restart = name + 4 + 4 + 130 + 32;
    expect(bytes[restart]).toBe(1);
    expect(await codeOfBytes(bytes.with(restart, 2))).toBe('MANIFEST_MALFORMED');
    expect(await codeOfBytes(bytes.with(5, 0xff))).toBe('MANIFEST_MALFORMED');
    const endless = concat(bytes.slice(0, restart + 1), fromHex('ffffffff'), bytes.slice(restart + 5));
    expect(await codeOfBytes(endless)).toBe('MANIFEST_MALFORMED');
  });

  test('is refused with PCRs of another length.', async () => {
    const short = ['a0'.repeat(32), ...pcrs.slice(1)] as unknown as typeof pcrs;
    expect(await codeOfBytes(borshManifest(short, version))).toBe('MANIFEST_MALFORMED');
  });
});
