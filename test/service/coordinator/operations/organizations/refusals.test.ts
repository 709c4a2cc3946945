import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { listSuborgs, listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { createPolicies } from '../../../../../src/contract/policies.js';
import { proxyOtpLogin, proxySignup } from '../../../../../src/contract/proxy.js';
import { proxySignupV2 } from '../../../../../src/contract/proxyV2.js';
import type { RefusalCode } from '../../../../../src/contract/refusals.js';
import { createTvcApp } from '../../../../../src/contract/tvc.js';
import { createTvcDeployment } from '../../../../../src/contract/tvcDeployments.js';
import { updateUserPhoneNumber } from '../../../../../src/contract/userContacts.js';
import { createWallet, createWalletAccounts } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import { app, deploymentOf } from '../../../../support/examples/tvc.js';
import {
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { ask, callProxy, loginRequest, signupRequest, verifiedToken, wallet } from '../../../../support/wire.js';

const phone = '+14155550100';
const sms = (test: TestService, contact: string) => verifiedToken(test, contact, 'OTP_TYPE_SMS');
const solana = { curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', addressFormat: 'ADDRESS_FORMAT_SOLANA' };
const [ethereum] = wallet.accounts;

/** Accounts that no wallet may have, and why. */
const badAccounts: readonly (readonly [RefusalCode, readonly object[]])[] = [
  ['PATH_NOT_HARDENED', [{ ...solana, path: "m/44'/501'/0" }]],
  ['ADDRESS_FORMAT_NOT_SUPPORTED', [{ ...ethereum, addressFormat: 'ADDRESS_FORMAT_SPARK_MAINNET' }]],
  ['ADDRESS_FORMAT_CURVE_MISMATCH', [{ ...solana, path: "m/44'/501'/0'", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }]],
  ['ACCOUNT_EXISTS', [ethereum ?? {}, ethereum ?? {}]],
  ['NAME_TAKEN', wallet.accounts.map((account) => ({ ...account, name: 'Same' }))],
];

let service: TestService;
let root: Party;
beforeAll(async () => {
  const codesPerContactAndAddress = { most: 100, windowSeconds: 600 };
  service = await createTestService({
    config: { allowedAuthMethods: ['email', 'sms', 'wallet'], codesPerContactAndAddress },
  });
  root = await rootOf(service);
});
afterAll(() => service.close());

const newOrganization = async (more: object = {}) => ({
  subOrganizationName: 'Sub',
  rootUsers: [{ userName: 'Root', apiKeys: [apiKeyOf(await createSigningKey())] }],
  rootQuorumThreshold: 1,
  ...more,
});

describe('a sub-organization is not made', () => {
  test.each(badAccounts)(
    'with a wallet that is refused as %s, by the parent or through the proxy',
    async (code, accounts) => {
      const asked = await newOrganization({ wallet: { walletName: 'Wallet', accounts } });
      await refusedAs(code, service, root, createSubOrganization, asked);
      const apiKeys = [apiKeyOf(await createSigningKey())];
      const signup = { userName: 'Root', apiKeys, authenticators: [], oauthProviders: [], wallet: asked };
      for (const row of [proxySignup, proxySignupV2])
        await expect(
          callProxy(service, row, { ...signup, wallet: { walletName: 'Wallet', accounts } }),
        ).rejects.toMatchObject({ code });
    },
  );

  test('with a token that is spent, unsigned or expired', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const asked = await newOrganization({ verificationToken: token });
    await refusedAs('CLIENT_SIGNATURE_INVALID', service, root, createSubOrganization, asked);
    await callProxy(service, proxySignup, await signupRequest(token, key));
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key));
    const again = await verifiedToken(service, 'ada@example.com');
    await callProxy(service, proxyOtpLogin, await loginRequest(again.token, again.key));
    const { userEmail, userName, clientSignature } = (await signupRequest(again.token, again.key)) as Record<
      string,
      string
    >;
    const spent = { rootUsers: [{ userName, userEmail }], verificationToken: again.token, clientSignature };
    await refusedAs('VERIFICATION_TOKEN_SPENT', service, root, createSubOrganization, await newOrganization(spent));
    const late = await verifiedToken(service, 'bob@example.com');
    service.clock.advanceMs(3_600_001);
    const expired = await newOrganization({ verificationToken: late.token });
    await refusedAs('VERIFICATION_TOKEN_EXPIRED', service, root, createSubOrganization, expired);
  });

  test('with a key that is none, or, by the proxy’s user, without a credential', async () => {
    const bad = { ...apiKeyOf(await createSigningKey()), publicKey: `02${'ff'.repeat(32)}` };
    const signup = { userName: 'Root', apiKeys: [bad], authenticators: [], oauthProviders: [] };
    for (const row of [proxySignup, proxySignupV2])
      await expect(callProxy(service, row, signup)).rejects.toMatchObject({ code: 'PUBLIC_KEY_INVALID' });
    const proxy = await proxyOf(service);
    const bare = await newOrganization({ rootUsers: [{ userName: 'Root' }] });
    await refusedAs('CREDENTIAL_REQUIRED', service, proxy, createSubOrganization, bare);
    await service.configure({ signupsPerAddress: { most: 1, windowSeconds: 3600 } });
    await done(service, proxy, createSubOrganization, await newOrganization());
    await refusedAs('TOO_MANY_SIGNUPS', service, proxy, createSubOrganization, await newOrganization());
    await service.configure({ signupsPerAddress: { most: 100, windowSeconds: 3600 } });
  });
});

test.each(badAccounts.slice(0, 3))(
  'accounts are not added to a wallet that are refused as %s',
  async (code, accounts) => {
    const { walletId } = await done(service, root, createWallet, { walletName: unique('Wallet'), accounts: [] });
    await refusedAs(code, service, root, createWalletAccounts, { walletId, accounts });
  },
);

test('keys are not derived faster than the limit per minute, in any way of requesting them', async () => {
  const slow = await createTestService({
    derivationsPerMinute: 1,
    config: { allowedAuthMethods: ['email', 'wallet'] },
  });
  const by = await rootOf(slow);
  const wallet = () => ({ walletName: unique('Wallet'), accounts: [ethereum] });
  await act(slow, by, createWallet, wallet());
  await refusedAs('TOO_MANY_DERIVATIONS', slow, by, createWallet, wallet());
  const asked = await newOrganization({ wallet: wallet() });
  await refusedAs('TOO_MANY_DERIVATIONS', slow, by, createSubOrganization, asked);
  const signUp = async () => {
    const apiKeys = [apiKeyOf(await createSigningKey())];
    const request = { apiKeys, authenticators: [], oauthProviders: [], wallet: wallet() };
    return callProxy(slow, proxySignupV2, request, {}, '192.0.2.1');
  };
  await signUp();
  await expect(signUp()).rejects.toMatchObject({ code: 'TOO_MANY_DERIVATIONS' });
  const [first, second = first] = (await makeSubOrganization(slow, { roots: 2, threshold: 2 })).users;
  const [one, two] = [await act(slow, first, createWallet, wallet()), await act(slow, first, createWallet, wallet())];
  await act(slow, second, approveActivity, { fingerprint: one.fingerprint });
  await refusedAs('TOO_MANY_DERIVATIONS', slow, second, approveActivity, { fingerprint: two.fingerprint });
  await slow.close();
});

test('policies are not made past a hundred, nor where one of them cannot hold', async () => {
  const [ada] = (await makeSubOrganization(service)).users;
  const policy = (condition: string) => ({ policyName: unique('Policy'), effect: 'EFFECT_ALLOW' as const, condition });
  await refusedAs('POLICY_INVALID', service, ada, createPolicies, {
    policies: [policy('true'), policy('activity ==')],
  });
  await done(service, ada, createPolicies, { policies: Array.from({ length: 99 }, () => policy('false')) });
  const two = { policies: [policy('false'), policy('false')] };
  await refusedAs('LIMIT_REACHED', service, ada, createPolicies, two);
});

test('a phone number is not taken that is none, that another has, or by a token that proves it no more', async () => {
  const [[ada], [bob]] = [(await makeSubOrganization(service)).users, (await makeSubOrganization(service)).users];
  const change = ({ userId }: Party, userPhoneNumber: string, verificationToken?: string) => ({
    userId,
    userPhoneNumber,
    ...(verificationToken && { verificationToken }),
  });
  await refusedAs('CONTACT_INVALID', service, ada, updateUserPhoneNumber, change(ada, '123'));
  const { token } = await sms(service, phone);
  await done(service, ada, updateUserPhoneNumber, change(ada, phone, token));
  await refusedAs('VERIFICATION_TOKEN_SPENT', service, ada, updateUserPhoneNumber, change(ada, phone, token));
  const second = await sms(service, phone);
  await refusedAs('CREDENTIAL_CONFLICT', service, bob, updateUserPhoneNumber, change(bob, phone, second.token));
  service.clock.advanceMs(3_600_001);
  await refusedAs('VERIFICATION_TOKEN_EXPIRED', service, ada, updateUserPhoneNumber, change(ada, phone, second.token));
});

test('a phone number stays that is the only way in', async () => {
  const { token, key } = await sms(service, '+14155550101');
  const made = await callProxy<{ organizationId: string; userId: string }>(
    service,
    proxySignup,
    await signupRequest(token, key),
  );
  await callProxy(service, proxyOtpLogin, await loginRequest(token, key, made.organizationId));
  const removed = { userId: made.userId, userPhoneNumber: '' };
  await refusedAs('LAST_CREDENTIAL', service, { ...made, key }, updateUserPhoneNumber, removed);
});

test('an organization has a hundred TVC apps at most, and an app a hundred deployments', async () => {
  const [ada] = (await makeSubOrganization(service)).users;
  const { appId } = await done(service, ada, createTvcApp, await app());
  for (let made = 1; made < 100; made += 1) await done(service, ada, createTvcApp, await app());
  await refusedAs('LIMIT_REACHED', service, ada, createTvcApp, await app());
  for (let made = 0; made < 100; made += 1) await done(service, ada, createTvcDeployment, deploymentOf(appId));
  await refusedAs('LIMIT_REACHED', service, ada, createTvcDeployment, deploymentOf(appId));
});

test.each([listSuborgs, listVerifiedSuborgs])('$name looks for contacts that are some', async (row) => {
  const { key, organizationId } = root;
  const request = { organizationId, filterType: 'EMAIL', filterValue: 'nobody' };
  await expect(ask(service, key, row, request)).rejects.toMatchObject({ code: 'CONTACT_INVALID' });
});
