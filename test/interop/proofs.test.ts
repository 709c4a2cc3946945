import { verify, verifyAppProofSignature } from '@turnkey/crypto';
import * as newest from '@turnkey/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAppProof } from '../../src/proofs.js';
import { type Loopback, openLoopback } from './loopback.js';
import { ethereum, now, person } from './visit.js';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

test('a client that asks for App Proofs reads them, checks their signature, and finds the Boot Proof', async () => {
  const { client, organizationId } = await person(loopback, newest);
  const { activity } = await client.createWallet({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: now(),
    organizationId,
    parameters: { walletName: 'Proved', accounts: [ethereum] },
    generateAppProofs: true,
  });
  const [appProof] = newest.assertNonNull(activity.appProofs);
  if (!appProof) throw new Error('There is no proof.');
  expect(() => verifyAppProofSignature(appProof)).not.toThrow();
  expect(() => verifyAppProofSignature({ ...appProof, proofPayload: `${appProof.proofPayload} ` })).toThrow();
  const listed = await client.getAppProofs({ organizationId, activityId: activity.id });
  expect(listed.appProofs).toEqual([appProof]);
  const { bootProof } = await client.getBootProof({ organizationId, ephemeralKey: appProof.publicKey });
  const latest = await client.getLatestBootProof({ organizationId, appName: 'latchkey' });
  expect(latest.bootProof).toEqual(bootProof);
  // Theirs takes AWS's root alone; ours takes the one that its app names.
  await expect(verify(appProof, bootProof)).rejects.toThrow();
  const address = newest.assertNonNull(activity.result.createWalletResult).addresses[0] ?? '';
  const roots = [rootOf(bootProof.awsAttestationDocB64)];
  const claim = { organizationId, address, path: ethereum.path };
  expect(await verifyAppProof(appProof, bootProof, { claim, roots })).toMatchObject({ state: 'software' });
});

/** The certificate in the list of authorities, whose head is a list of one, and a byte string of up to 512 bytes. */
function rootOf(document: string): string {
  const bytes = Buffer.from(document, 'base64');
  const start = bytes.indexOf('cabundle') + 'cabundle'.length;
  const length = bytes.readUInt16BE(start + 2);
  return bytes.subarray(start + 4, start + 4 + length).toString('base64');
}
