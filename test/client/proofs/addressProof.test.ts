import { describe, expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { addressProof, verifyAddress } from '../../../src/client/flows/proofs.js';
import type { Trust } from '../../../src/client/settings.js';
import { getAddressProof } from '../../../src/contract/proofs.queries.js';
import type { WalletAccount } from '../../../src/contract/shapes.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { awsNitroRoot } from '../../../src/crypto/proofs/awsNitroRoot.js';
import type { AddressClaim } from '../../../src/crypto/proofs/verifyAppProof.js';
import { logIn, newClient, openService } from '../../support/people.js';
import { proofsBeside } from '../../support/proofs/proofsBeside.js';

type Says = (claim: AddressClaim) => Partial<AddressClaim> | undefined;

/** Ada, whose device trusts the root of the proofs unless another is named. */
async function open(says: Says = (claim) => claim, trust: Partial<Trust> = {}) {
  const { service } = await openService();
  const { beside, asked, root } = await proofsBeside({ says });
  const onProofFailed = vi.fn();
  const client = newClient(service, {
    fetch: beside(service.settings.fetch),
    trust: { ...service.trust, attestationRoot: root, ...trust },
    onProofFailed,
  });
  const session = await logIn(service, client);
  return { client, session, asked, onProofFailed, account: await firstAccount(client) };
}

async function firstAccount(client: Client): Promise<WalletAccount> {
  const { accounts } = await call(client, listWalletAccounts, {});
  return accounts[0] as WalletAccount;
}

describe('the proof of an address', () => {
  test('below the app’s own root is that of a server, for an account as it is', async () => {
    const { client, account, session } = await open();
    const proof = await addressProof(client, account);
    expect(proof).toMatchObject({
      state: 'software',
      report: { address: account.address, path: account.path, organizationId: session.organizationId },
    });
  });

  test('is found by the address alone, with the path that the account has', async () => {
    const { client, account } = await open();
    expect(await addressProof(client, account.address.toLowerCase())).toMatchObject({
      state: 'software',
      report: { path: account.path },
    });
  });

  test('is none where the service has none', async () => {
    const { client, account, onProofFailed } = await open(() => undefined);
    expect(await addressProof(client, account)).toEqual({ state: 'none' });
    expect(onProofFailed).not.toHaveBeenCalled();
  });

  test.each<[string, Says]>([
    ['another organization', (claim) => ({ ...claim, organizationId: '3a2de333-972b-45bf-8a7a-83c4167b81e2' })],
    ['another address', (claim) => ({ ...claim, address: `0x${'11'.repeat(20)}` })],
    ['another path', (claim) => ({ ...claim, path: "m/44'/60'/0'/0/1" })],
  ])('A-73 of %s fails, and the app is told', async (_, says) => {
    const { client, account, session, onProofFailed } = await open(says);
    expect(await addressProof(client, account)).toMatchObject({ state: 'failed', error: { code: 'CLAIM_MISMATCH' } });
    expect(onProofFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'CLAIM_MISMATCH' }), {
      organizationId: session.organizationId,
      address: account.address,
      path: account.path,
    });
  });

  test('A-73 of another organization fails, even if the account in the list names that one', async () => {
    const organizationId = '3a2de333-972b-45bf-8a7a-83c4167b81e2';
    const { client, account } = await open((claim) => ({ ...claim, organizationId }));
    expect(await addressProof(client, { ...account, organizationId } as WalletAccount)).toMatchObject({
      state: 'failed',
    });
  });

  test('below a root that the app does not trust fails: by default, all but that of AWS', async () => {
    const { client, account } = await open(undefined, { attestationRoot: awsNitroRoot });
    expect(await addressProof(client, account)).toMatchObject({ state: 'failed', error: { code: 'CERTIFICATE_ROOT' } });
  });

  test.each([
    [{ attestationRoot: 'MAA=' }, /trust.attestationRoot/],
    [{ attestationRoot: [] }, /trust.attestationRoot/],
    [{ enclave: { name: '' } as never }, /trust.enclave/],
  ])('with the malformed setting %j is refused with its name', async (trust, says) => {
    const { client, account } = await open(undefined, trust);
    const proof = addressProof(client, account);
    await expect(proof).rejects.toMatchObject({ code: 'SETTINGS_INVALID', message: expect.stringMatching(says) });
  });

  test.each([
    [{ attestationRoot: `${awsNitroRoot}\n` }, /trust.attestationRoot must be base64 in one line/],
    [{ signerPublicKey: undefined as never }, /trust.signerPublicKey must be a public key, 130 hex digits/],
  ])('with the malformed setting %j nobody logs in', async (trust, says) => {
    const refused = open(undefined, trust);
    await expect(refused).rejects.toMatchObject({ code: 'SETTINGS_INVALID', message: expect.stringMatching(says) });
  });

  test('asks for the Boot Proof of a key once', async () => {
    const { client, account, session, asked } = await open();
    const { organizationId } = session;
    const { appProof } = await call(client, getAddressProof, { address: account.address });
    if (!appProof) throw new Error('there is a proof');
    const claim = { organizationId, address: account.address, path: account.path };
    const first = await verifyAddress(client, { appProof, claim });
    expect(first.state).toBe('software');
    expect(await verifyAddress(client, { appProof, claim })).toEqual(first);
    expect(asked.filter(({ name }) => name === 'get_boot_proof')).toHaveLength(1);
  });
});
