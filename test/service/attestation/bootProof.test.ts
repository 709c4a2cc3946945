import { spawnSync } from 'node:child_process';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from 'cbor2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getLatestBootProof } from '../../../src/contract/proofs.queries.js';
import type { WireBootProof } from '../../../src/contract/proofs.records.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { rootOf } from '../../support/parties.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { ask } from '../../support/wire.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

let service: TestService;
let proof: WireBootProof;
let root: Uint8Array;
let parts: [Uint8Array, Map<never, never>, Uint8Array, Uint8Array];
let payload: Map<string, never>;
beforeAll(async () => {
  service = await createTestService();
  const { key, organizationId } = await rootOf(service);
  const request = { organizationId, appName: 'latchkey' };
  proof = (await ask<{ bootProof: WireBootProof }>(service, key, getLatestBootProof, request)).bootProof;
  root = await service.service.tools.attestor.root();
  parts = decode(new Uint8Array(Buffer.from(proof.awsAttestationDocB64, 'base64')), { preferMap: true });
  payload = decode(parts[2], { preferMap: true });
});
afterAll(() => service.close());

const member = <T>(name: string): T => payload.get(name) as T;

test("a Boot Proof's document is COSE_Sign1 by ES384, as others read and verify it", () => {
  const [header, unprotected, signed, signature] = parts;
  expect(decode(header, { preferMap: true })).toEqual(new Map([[1, -35]]));
  expect(unprotected.size).toBe(0);
  const { publicKey } = new X509Certificate(member<Uint8Array>('certificate'));
  const message = encode(['Signature1', header, new Uint8Array(), signed]);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha384', message, key, signature)).toBe(true);
  message[message.length - 1] = (message.at(-1) ?? 0) ^ 1;
  expect(verify('sha384', message, key, signature)).toBe(false);
});

test('it says what AWS lists, the ephemeral key, and the digest of its manifest', () => {
  expect([...payload.keys()]).toEqual([
    ...['module_id', 'digest', 'timestamp', 'pcrs', 'certificate', 'cabundle', 'public_key', 'user_data', 'nonce'],
  ]);
  expect(Buffer.from(member<Uint8Array>('public_key')).toString('hex')).toBe(proof.ephemeralPublicKeyHex);
  const manifest = Buffer.from(proof.qosManifestB64, 'base64');
  expect(Buffer.from(member<Uint8Array>('user_data'))).toEqual(createHash('sha256').update(manifest).digest());
  const pcrs = member<Map<number, Uint8Array>>('pcrs');
  const hex = (index: number) => Buffer.from(pcrs.get(index) ?? []).toString('hex');
  const { enclave } = JSON.parse(manifest.toString());
  expect([0, 1, 2, 3].map(hex)).toEqual([enclave.pcr0, enclave.pcr1, enclave.pcr2, enclave.pcr3]);
  expect(hex(0)).not.toBe(hex(1));
  expect(hex(1)).toBe('00'.repeat(48));
  const envelope = JSON.parse(Buffer.from(proof.qosManifestEnvelopeB64, 'base64').toString());
  expect(envelope).toEqual({
    manifest: JSON.parse(manifest.toString()),
    manifestSetApprovals: [],
    shareSetApprovals: [],
  });
});

test('its certificates say that they are software, and hold for twenty years and for a day', () => {
  const [authority, leaf] = [new X509Certificate(root), new X509Certificate(member<Uint8Array>('certificate'))];
  expect(member<Uint8Array[]>('cabundle').map((each) => Buffer.from(each))).toEqual([Buffer.from(root)]);
  expect(authority).toMatchObject({
    ca: true,
    subject: 'CN=latchkey software root',
    issuer: 'CN=latchkey software root',
  });
  expect(leaf).toMatchObject({ ca: false, issuer: 'CN=latchkey software root' });
  expect(leaf.verify(authority.publicKey) && authority.verify(authority.publicKey)).toBe(true);
  const attestedAtMs = Number(member<number>('timestamp'));
  expect(Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)).toBe((24 * 60 + 5) * 60_000);
  expect(Date.parse(leaf.validFrom)).toBe(Math.floor(attestedAtMs / 1000) * 1000);
  expect(Date.parse(authority.validFrom)).toBe(Date.UTC(2020, 0));
  expect(new Date(authority.validTo).getUTCFullYear()).toBe(new Date(attestedAtMs).getUTCFullYear() + 20);
});

describe.runIf(hasOpenssl)('openssl', () => {
  const folder = temporaryFolder();
  test('verifies the chain at the time of the attestation, and refuses it two days later', async () => {
    const pem = (der: Uint8Array) => new X509Certificate(der).toString();
    const [ca, leaf] = [join(folder, 'root.pem'), join(folder, 'leaf.pem')];
    writeFileSync(ca, pem(root));
    writeFileSync(leaf, pem(member<Uint8Array>('certificate')));
    const seconds = Math.floor(Number(member<number>('timestamp')) / 1000);
    const at = (time: number) => spawnSync('openssl', ['verify', '-CAfile', ca, '-attime', `${time}`, leaf]);
    expect(at(seconds).stdout.toString()).toContain('leaf.pem: OK');
    expect(at(seconds + 2 * 86_400).status).not.toBe(0);
  });
});
