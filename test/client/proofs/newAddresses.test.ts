import { describe, expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { logout } from '../../../src/client/session/logout.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { defaultWallet } from '../../../src/client/wallet.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { getWalletAccount, listWalletAccounts, listWallets } from '../../../src/contract/wallets.queries.js';
import type { AddressClaim } from '../../../src/crypto/proofs/verifyAppProof.js';
import { logIn, newClient, openService } from '../../support/people.js';
import { proofsBeside } from '../../support/proofs/proofsBeside.js';

type Options = Pick<ClientSettings, 'verifyProofs'> & Parameters<typeof proofsBeside>[0];

/** A service with proofs beside it, and devices at it. */
async function open({ verifyProofs, ...answers }: Options) {
  const { service } = await openService();
  const { beside, asked, root } = await proofsBeside(answers);
  const onProofFailed = vi.fn();
  const device = (settings: Partial<ClientSettings> = {}) =>
    newClient(service, {
      fetch: beside(service.settings.fetch),
      trust: { ...service.trust, attestationRoot: root },
      verifyProofs,
      onProofFailed,
      ...settings,
    });
  return { service, asked, onProofFailed, device };
}

const addresses = async (client: Client) =>
  (await call(client, listWalletAccounts, {})).accounts.map((each) => each.address);
const isEthereum = ({ address }: AddressClaim) => address.startsWith('0x');
const signupOf = (asked: { readonly name: string; readonly request: object }[]) =>
  asked.find(({ name }) => name === 'signup')?.request;

describe('a sign-up', () => {
  test.each([
    ['never', true, false],
    [undefined, true, false],
    ['offered', true, true],
    ['offered', false, false],
    ['required', true, true],
    ['required', false, false],
  ] as const)(
    'with verifyProofs %s, at a service whose appProofs is %s, asks for proofs: %s',
    async (verifyProofs, appProofs, asks) => {
      const { service, asked, device } = await open({ verifyProofs, appProofs });
      await logIn(service, device());
      expect(signupOf(asked)).toBeDefined();
      expect(Object.hasOwn(signupOf(asked) ?? {}, 'generateAppProofs')).toBe(asks);
    },
  );

  test('without a wallet asks for none', async () => {
    const { service, asked, device } = await open({ verifyProofs: 'required' });
    await logIn(service, device({ wallet: null }));
    expect(signupOf(asked)).not.toHaveProperty('generateAppProofs');
  });
});

describe('where proofs are required', () => {
  test('addresses of a new person are shown once they verify, and are looked into once', async () => {
    const { service, asked, onProofFailed, device } = await open({ verifyProofs: 'required' });
    const client = device();
    await logIn(service, client);
    const [shown, again] = await Promise.all([addresses(client), addresses(client)]);
    expect(shown).toHaveLength(2);
    expect(again).toEqual(shown);
    expect(asked.filter(({ name }) => name === 'get_address_proof')).toHaveLength(2);
    expect(onProofFailed).not.toHaveBeenCalled();
  });

  test('A-73 one that does not verify is held back, the app is told, and the login stays', async () => {
    const { service, onProofFailed, device } = await open({
      verifyProofs: 'required',
      says: (claim) => (isEthereum(claim) ? { ...claim, path: "m/44'/60'/0'/0/9" } : claim),
    });
    const client = device();
    const session = await logIn(service, client);
    const shown = await addresses(client);
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toMatch(/^0x/);
    await addresses(client);
    expect(onProofFailed.mock.calls.map(([error]) => error.code)).toEqual(['CLAIM_MISMATCH']);
    expect((await client.sessions.current()).active?.userId).toBe(session.userId);
    const [, claim] = onProofFailed.mock.calls[0] as [unknown, AddressClaim];
    const { wallets } = await call(client, listWallets, {});
    const asked = call(client, getWalletAccount, { walletId: wallets[0]?.walletId ?? '', address: claim.address });
    await expect(asked).rejects.toMatchObject({ code: 'PROOF_FAILED', cause: { code: 'CLAIM_MISMATCH' } });
  });

  test.each([true, false])(
    'A-73 one without a proof is held back, whether or not the service says that it makes any: %s',
    async (appProofs) => {
      const { service, onProofFailed, device } = await open({
        verifyProofs: 'required',
        appProofs,
        says: () => undefined,
      });
      const client = device();
      await logIn(service, client);
      expect(await addresses(client)).toEqual([]);
      expect(onProofFailed.mock.calls.map(([error]) => error.code)).toEqual(['PROOF_MISSING', 'PROOF_MISSING']);
    },
  );

  test('a person who was there before sees every address, with or without a proof', async () => {
    const { service, onProofFailed, device } = await open({ verifyProofs: 'required', says: () => undefined });
    const first = device();
    await logIn(service, first);
    await logout(first);
    const later = device();
    await logIn(service, later);
    expect(await addresses(later)).toHaveLength(2);
    expect(onProofFailed).not.toHaveBeenCalled();
  });

  test('a wallet that is made later is answered once its addresses verify', async () => {
    const { service, device } = await open({ verifyProofs: 'required', appProofs: false });
    const client = device();
    await logIn(service, client);
    const made = await call(client, createWallet, { ...defaultWallet, walletName: 'Savings' });
    expect(made.addresses).toHaveLength(2);
    expect(await addresses(client)).toEqual(expect.arrayContaining(made.addresses));
  });

  test('A-73 one whose address does not verify is refused to the app, and held back', async () => {
    let isHonest = true;
    const { service, onProofFailed, device } = await open({
      verifyProofs: 'required',
      appProofs: false,
      says: (claim) => (isHonest ? claim : undefined),
    });
    const client = device();
    await logIn(service, client);
    const before = await addresses(client);
    isHonest = false;
    const made = call(client, createWallet, { ...defaultWallet, walletName: 'Savings' });
    await expect(made).rejects.toMatchObject({ name: 'UnprovedError', code: 'PROOF_MISSING' });
    expect(await addresses(client)).toEqual(before);
    expect(onProofFailed).toHaveBeenCalledTimes(2);
  });
});

describe('an activity that derives addresses', () => {
  /** The envelope of a wallet's creation. */
  async function envelopeOf(options: Options, asked?: boolean): Promise<Record<string, unknown>> {
    const { service, device } = await open(options);
    let envelope = {};
    const client = device();
    await logIn(service, client);
    const send = client.fetch;
    const watched = {
      ...client,
      fetch: (url: string, init: RequestInit) => {
        if (url.endsWith('create_wallet')) envelope = JSON.parse(new TextDecoder().decode(init.body as Uint8Array));
        return send(url, init);
      },
    };
    const wallet = { ...defaultWallet, walletName: 'Savings' };
    await call(watched, createWallet, wallet, { generateAppProofs: asked }).catch(() => {}); // what is sent is looked at
    return envelope;
  }

  test.each([
    ['never', true, undefined, false],
    ['never', true, true, true],
    ['offered', true, undefined, true],
    ['offered', true, false, false],
    ['offered', false, undefined, false],
  ] as const)(
    'with verifyProofs %s, appProofs %s and the option %s asks for proofs: %s',
    async (verifyProofs, appProofs, asked, asks) => {
      const envelope = await envelopeOf({ verifyProofs, appProofs }, asked);
      expect(envelope).toHaveProperty('parameters.walletName', 'Savings');
      expect(envelope.generateAppProofs).toBe(asks ? true : undefined);
    },
  );
});
