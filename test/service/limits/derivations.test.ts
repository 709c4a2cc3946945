import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../src/contract/activities.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { createSubOrganization } from '../../../src/contract/organizations.js';
import { proxySignup } from '../../../src/contract/proxy.js';
import type { ActivityRow } from '../../../src/contract/row.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import { listWallets } from '../../../src/contract/wallets.queries.js';
import type { Store } from '../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import {
  act,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
  sendStamped,
} from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { ask, callProxy, envelope, signupRequest, verifiedToken, wallet } from '../../support/wire.js';
import { type Counted, countingDerivations } from './derivations.js';

/** Twenty accounts, the dearest there are: P-256, ten steps, of which the last alone differs. */
const dear = Array.from({ length: 20 }, (_, index) => ({
  curve: 'CURVE_P256',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/1/2/3/4/5/6/7/8/9/${index}`,
  addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
}));

describe.each(databases)('A-53 on $name', ({ open }) => {
  let service: TestService;
  let counted: Counted;
  let ada: Party;
  let walletId: string;

  async function start(settings: { derivationsPerMinute?: number; store?: (store: Store) => Store } = {}) {
    const { store = (same: Store) => same, ...others } = settings;
    const counting = await countingDerivations(store(await open()));
    counted = counting.counted;
    service = await createTestService({ store: counting.store, primitives: counting.primitives, ...others });
    const made = await makeSubOrganization(service, { wallet: wallet as never });
    [ada] = made.users;
    walletId = made.wallet.walletId;
    counted.keys = 0;
  }
  beforeEach(() => start());
  afterEach(() => service.close());

  const preview = (parameters: object = {}) => ({ walletId, accounts: dear, persist: false, ...parameters });

  test('thirty expensive requests at once derive no key in a transaction, and an honest wallet is created meanwhile', async () => {
    const bodies = Array.from({ length: 30 }, (_, index) => {
      service.clock.advanceMs(1);
      const accounts = dear.map((account) => ({ ...account, path: account.path.replace('m/1/', `m/${index}/`) }));
      return envelope(service, createWalletAccounts, ada.organizationId, preview({ accounts }));
    });
    const honest = envelope(service, createWallet, ada.organizationId, { ...wallet, walletName: 'Honest' });
    const answers = await Promise.all([
      ...bodies.map((body) => sendStamped(service, ada.key, createWalletAccounts, body)),
      sendStamped(service, ada.key, createWallet, honest),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(counted.inTransactions).toBe(0);
    expect(counted.keys).toBeGreaterThan(30 * 20);
  });

  test('a persisted account, a sub-organization with a wallet, a sign-up and a deciding vote derive no key in a transaction', async () => {
    await done(service, ada, createWalletAccounts, { walletId, accounts: dear as never });
    await makeSubOrganization(service, { wallet: wallet as never });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    await callProxy(service, proxySignup, await signupRequest(token, key));
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [bob, carol] = users as [Party, Party];
    const before = counted.keys;
    const { fingerprint } = await act(service, bob, createWallet, wallet);
    expect(counted.keys, 'what waits is not derived').toBe(before);
    await done(service, carol, approveActivity, { fingerprint });
    expect(counted.keys).toBeGreaterThan(before);
    expect(counted.inTransactions).toBe(0);
    const wallets = await ask<{ wallets: object[] }>(service, bob.key, listWallets, {
      organizationId: bob.organizationId,
    });
    expect(wallets.wallets).toHaveLength(1);
  });

  test('the common prefix of a request’s paths is derived once', async () => {
    await done(service, ada, createWalletAccounts, preview() as never);
    // The public keys of ten parents, and of twenty accounts.
    expect(counted.keys).toBe(30);
  });

  test('a request names at most twenty accounts, of at most ten steps', async () => {
    const accounts = [...dear, { ...dear[0], path: 'm/20' }];
    const wide = { ...wallet, accounts };
    const sub = { subOrganizationName: 'Sub', rootUsers: [{ userName: 'Root' }], rootQuorumThreshold: 1, wallet: wide };
    const violations = async (row: ActivityRow, parameters: object) => {
      const body = envelope(service, row, ada.organizationId, parameters);
      const { details } = await (await sendStamped(service, ada.key, row, body)).json();
      return details.at(-1).fieldViolations;
    };
    const description = 'must have at most 20 accounts';
    expect(await violations(createWallet, wide)).toEqual([{ field: 'parameters.accounts', description }]);
    expect(await violations(createWalletAccounts, preview({ accounts }))).toEqual([
      { field: 'parameters.accounts', description },
    ]);
    expect(await violations(createSubOrganization, sub)).toEqual([
      { field: 'parameters.wallet.accounts', description },
    ]);
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const signup = { ...(await signupRequest(token, key)), wallet: wide };
    await expect(callProxy(service, proxySignup, signup)).rejects.toMatchObject({
      fieldViolations: [{ field: 'wallet.accounts', description }],
    });
    const deep = preview({ accounts: [{ ...dear[0], path: `m${'/0'.repeat(11)}` }] });
    await refusedAs('PATH_MALFORMED', service, ada, createWalletAccounts, deep);
    expect(counted.keys).toBe(0);
  });

  test('refused requests and repeated bytes derive nothing', async () => {
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    await refusedAs('NOT_AUTHORIZED', service, member, createWallet, wallet);
    const stale = envelope(service, createWallet, ada.organizationId, wallet).replace(/"\d{13}"/, '"1"');
    expect(await codeOf(await sendStamped(service, ada.key, createWallet, stale))).toBe('TIMESTAMP_NOT_LIVE');
    await refusedAs('NAME_TAKEN', service, ada, createWallet, wallet);
    await refusedAs('WALLET_NOT_FOUND', service, ada, createWalletAccounts, preview({ walletId: ada.userId }));
    await refusedAs('QUORUM_INVALID', service, await rootOf(service), createSubOrganization, {
      ...{ subOrganizationName: 'Sub', rootUsers: [{ userName: 'Root' }], rootQuorumThreshold: 2, wallet },
    });
    expect(counted.keys).toBe(0);
    const body = envelope(service, createWalletAccounts, ada.organizationId, preview());
    const send = async () => (await sendStamped(service, ada.key, createWalletAccounts, body)).text();
    const first = await send();
    const before = counted.keys;
    expect(await send()).toBe(first);
    expect(counted.keys).toBe(before);
  });

  test('a sign-up with a used token, or beyond its address’s limit, derives nothing', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = await signupRequest(token, key);
    const first = await callProxy(service, proxySignup, request);
    const before = counted.keys;
    service.clock.advanceMs(1);
    expect(await callProxy(service, proxySignup, request)).toEqual(first);
    const signupsPerAddress = { most: 1, windowSeconds: 3600 };
    await done(service, await rootOf(service), updateAuthProxyConfig, { signupsPerAddress });
    const bob = await verifiedToken(service, 'bob@example.com');
    const refused = callProxy(service, proxySignup, await signupRequest(bob.token, bob.key));
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_SIGNUPS' });
    expect(counted.keys).toBe(before);
  });

  test('an organization derives a limited number of keys a minute; a request beyond it leaves nothing, and may be repeated', async () => {
    await service.close();
    await start({ derivationsPerMinute: 30 });
    await done(service, ada, createWalletAccounts, preview() as never);
    service.clock.advanceMs(20_000);
    const body = envelope(service, createWalletAccounts, ada.organizationId, preview());
    const send = () => sendStamped(service, ada.key, createWalletAccounts, body);
    const refused = await send();
    expect([refused.status, await codeOf(refused), refused.headers.get('Retry-After')]).toEqual([
      429,
      'TOO_MANY_DERIVATIONS',
      '40',
    ]);
    const others = await makeSubOrganization(service, { wallet: wallet as never });
    expect(others.wallet.addresses, 'another organization does not wait').toHaveLength(2);
    service.clock.advanceMs(39_998);
    expect((await send()).status).toBe(429);
    service.clock.advanceMs(1);
    const { activity } = (await (await send()).json()) as { activity: Activity };
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('sign-ups are not delayed by those at another address', async () => {
    await service.close();
    await start({ derivationsPerMinute: 3 });
    const signUpFrom = async (contact: string, address: string) => {
      const { token, key } = await verifiedToken(service, contact);
      return callProxy(service, proxySignup, await signupRequest(token, key), {}, address);
    };
    await signUpFrom('ada@example.com', '192.0.2.1');
    await expect(signUpFrom('bob@example.com', '192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY_DERIVATIONS' });
    await signUpFrom('bob@example.com', '192.0.2.2');
  });

  test('two votes at once, of which neither alone decides, make the wallet once', async () => {
    const { users } = await makeSubOrganization(service, { roots: 3, threshold: 3 });
    const [bob, carol, dan] = users as [Party, Party, Party];
    const { fingerprint } = await act(service, bob, createWallet, wallet);
    const votes = [carol, dan].map(({ key, organizationId }) => {
      service.clock.advanceMs(1);
      const body = envelope(service, approveActivity, organizationId, { fingerprint });
      return sendStamped(service, key, approveActivity, body);
    });
    expect((await Promise.all(votes)).map(({ status }) => status)).toEqual([200, 200]);
    const { organizationId } = bob;
    const list = await ask<{ wallets: object[] }>(service, bob.key, listWallets, { organizationId });
    expect(list.wallets).toHaveLength(1);
    expect(counted.inTransactions).toBe(0);
  });

  test('of two wallets of one name, prepared at once, one is made', async () => {
    const bodies = [0, 1].map(() => {
      service.clock.advanceMs(1);
      return envelope(service, createWallet, ada.organizationId, { ...wallet, walletName: 'Twice' });
    });
    const answers = await Promise.all(bodies.map((body) => sendStamped(service, ada.key, createWallet, body)));
    expect((await Promise.all(answers.map(codeOf))).sort()).toEqual(['NAME_TAKEN', 'none']);
  });

  test('a request whose preparation is outdated three times is refused with a time to try again', async () => {
    await service.close();
    let transactions = 0;
    const answered = async (store: Store, answer: string | null) => {
      const there = answer === null ? null : service.organizationId;
      const changes = { signed_up_answer: answer, signed_up_organization_id: there };
      await store.db.updateTable('verification_tokens').set(changes).execute();
    };
    let isMeddling = false;
    await start({
      store: (store) => ({
        ...store,
        read: async (run) => {
          if (isMeddling) await answered(store, JSON.stringify({ subOrganizationId: service.organizationId }));
          return store.read(run);
        },
        transaction: async (run) => {
          if (isMeddling) await answered(store, null);
          if (isMeddling) transactions += 1;
          return store.transaction(run);
        },
      }),
    });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = await signupRequest(token, key);
    isMeddling = true;
    await expect(callProxy(service, proxySignup, request)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(transactions).toBe(3);
    isMeddling = false;
    await answered(service.service.tools.store, null);
    expect(await callProxy(service, proxySignup, request)).toHaveProperty('organizationId');
  });
});
