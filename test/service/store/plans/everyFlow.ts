import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../../../src/contract/authProxy.queries.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { getApiKey, getApiKeys } from '../../../../src/contract/credentials.queries.js';
import { createSubOrganization, updateRootQuorum } from '../../../../src/contract/organizations.js';
import { listSuborgs, listVerifiedSuborgs } from '../../../../src/contract/organizations.queries.js';
import { initOtp, verifyOtp } from '../../../../src/contract/otp.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import {
  proxyAccount,
  proxyOtpInit,
  proxyOtpLogin,
  proxyOtpVerify,
  proxySignup,
} from '../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../src/contract/proxyConfig.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { updateUserEmail, updateUserPhoneNumber } from '../../../../src/contract/userContacts.js';
import { createUsers, deleteUsers, updateUser, updateUserName } from '../../../../src/contract/users.js';
import { getUser, listUsers, listUserTags, whoami } from '../../../../src/contract/users.queries.js';
import { createUserTag, deleteUserTags, updateUserTag } from '../../../../src/contract/userTags.js';
import { createWallet, createWalletAccounts } from '../../../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../../../src/contract/wallets.queries.js';
import { createWebhookEndpoint, resendWebhookDelivery } from '../../../../src/contract/webhooks.js';
import {
  type ListWebhookDeliveriesResponse,
  listWebhookDeliveries,
} from '../../../../src/contract/webhooks.queries.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { outboxState } from '../../../../src/service/delivery/outboxState.js';
import { hourMs } from '../../../../src/service/limits/hourCounts.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { deliver } from '../../../support/deliver.js';
import { absentId, act, apiKeyOf, done, makeSubOrganization, type Party, rootOf } from '../../../support/parties.js';
import { verifyPlainOtp } from '../../../support/plainCodes.js';
import {
  ask,
  callProxy,
  codeFor,
  loginRequest,
  type Person,
  signUp,
  signupRequest,
  submit,
  verifiedToken,
  wallet,
} from '../../../support/wire.js';
import { codesFlow } from './codesFlow.js';
import { deletionFlow } from './deletionFlow.js';
import { exampleFlow } from './exampleFlow.js';
import { helpFlow } from './helpFlow.js';
import { importFlow } from './importFlow.js';
import { mailKeysFlow } from './mailKeysFlow.js';
import { oauth2Flow } from './oauth2Flow.js';
import { oauthFlow } from './oauthFlow.js';
import { operatorsFlow } from './operatorsFlow.js';
import { passkeyFlow } from './passkeyFlow.js';
import { policyFlow } from './policyFlow.js';
import { proofsFlow } from './proofsFlow.js';

const dayMs = 24 * 60 * 60_000;

/** Does everything that the service can do at least once, so that every statement reaches the database. */
export async function everyFlow(test: TestService): Promise<void> {
  const often = { most: 1000, windowSeconds: 60 };
  await test.configure({
    allowedAuthMethods: ['email', 'wallet'],
    codesPerContactAndAddress: often,
    codesPerContact: often,
    codesPerAddress: often,
  });
  const ada = await signUp(test, 'ada@example.com');
  await comeBack(test, ada);
  await wrongCodes(test);
  await scarceCodes(test);
  await wallets(test, ada);
  await proofsFlow(test, ada);
  await lists(test, ada);
  await helpFlow(test, ada);
  await keys(test, ada);
  await users(test, ada);
  await unprovedKeys(test);
  await fullAddress(test, ada);
  await consensus(test);
  await deletionFlow(test);
  await webhooks(test);
  await policyFlow(test);
  await exampleFlow(test);
  await importFlow(test);
  await codesFlow(test);
  await oauthFlow(test);
  await oauth2Flow(test);
  await passkeyFlow(test);
  await mailKeysFlow(test);
  await proxySettings(test);
  await housekeeping(test);
}

async function webhooks(test: TestService): Promise<void> {
  const root = await rootOf(test);
  const { organizationId } = root;
  const made = { url: 'https://example.com/events', name: 'Endpoint' };
  const { endpointId } = await done(test, root, createWebhookEndpoint, made);
  await makeSubOrganization(test);
  await test.service.deliver();
  const request = { organizationId, endpointId };
  const told = await ask<ListWebhookDeliveriesResponse>(test, root.key, listWebhookDeliveries, request);
  test.clock.advanceMs(10_000);
  await done(test, root, resendWebhookDelivery, { endpointId, eventId: told.webhookDeliveries[0]?.eventId ?? '' });
}

async function comeBack(test: TestService, { organizationId, key }: Person): Promise<void> {
  const again = await verifiedToken(test, 'ada@example.com');
  await callProxy(test, proxySignup, await signupRequest(again.token, again.key));
  const filter = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken: again.token };
  await callProxy(test, proxyAccount, filter);
  await callProxy(test, proxyAccount, { filterType: 'PUBLIC_KEY', filterValue: key.publicKey });
  await callProxy(test, proxyWalletKitConfig, {});
  await callProxy(test, proxyOtpLogin, await loginRequest(again.token, again.key, organizationId));
  const login = await loginRequest(again.token, again.key, organizationId);
  const { deviceToken } = await callProxy(test, proxyOtpLogin, login);
  const asking = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', deviceToken };
  const { otpId } = await callProxy(test, proxyOtpInit, asking);
  await no(callProxy(test, proxyOtpVerify, { otpId, otpCode: 'wrong' }));
}

async function wrongCodes(test: TestService): Promise<void> {
  const root = await rootOf(test);
  const { otpId, otpCode } = await codeFor(test, 'bob@example.com');
  for (const code of ['1', '2', '3']) await no(callProxy(test, proxyOtpVerify, { otpId, otpCode: otpCode + code }));
  const init = { otpType: 'OTP_TYPE_EMAIL', contact: 'bob@example.com' } as const;
  await done(test, root, initOtp, { ...init, appName: 'App' });
  for (let codes = 0; codes < 4; codes += 1) await callProxy(test, proxyOtpInit, init);
  await deliver(test.service.tools, () => Promise.reject(new Error('down')));
}

async function scarceCodes(test: TestService): Promise<void> {
  await test.configure({ allowedAuthMethods: ['email', 'sms', 'wallet'], textsPerHour: 5 });
  for (let number = 0; number < 5; number += 1) {
    await callProxy(
      test,
      proxyOtpInit,
      { otpType: 'OTP_TYPE_SMS', contact: `+44207183875${number}` },
      {},
      `10.0.0.${number}`,
    );
  }
}

async function wallets(test: TestService, ada: Person): Promise<void> {
  const [account] = wallet.accounts;
  const named = { ...account, path: "m/44'/60'/0'/0/7", name: 'Savings' };
  const { walletId } = await done(test, ada, createWallet, { ...wallet, walletName: 'Second' } as never);
  await done(test, ada, createWalletAccounts, { walletId, accounts: [named] } as never);
  const payload = {
    signWith: ada.addresses[0] ?? '',
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  } as const;
  await done(test, ada, signRawPayload, payload);
  await done(test, ada, signRawPayload, { ...payload, signWith: payload.signWith.toLowerCase() });
  const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1' as const, privateKeyTags: [], addressFormats: [] };
  const { privateKeys } = await done(test, ada, createPrivateKeys, { privateKeys: [key] });
  await done(test, ada, signRawPayload, { ...payload, signWith: privateKeys[0]?.privateKeyId ?? '' });
  await submit(test, ada.key, signRawPayload, ada.organizationId, payload); // in the same millisecond, so the bytes are the same
  const query = (request: object) =>
    ask<{ accounts: { walletAccountId: string }[] }>(test, ada.key, listWalletAccounts, {
      organizationId: ada.organizationId,
      ...request,
    });
  const { accounts } = await query({ includeWalletDetails: true });
  const { walletAccountId: middle } = accounts[1] ?? { walletAccountId: '' };
  for (const paginationOptions of [{ after: middle }, { before: middle }, { limit: '1' }]) {
    await query({ paginationOptions });
    await query({ walletId, paginationOptions });
  }
  await ask(test, ada.key, listWallets, { organizationId: ada.organizationId });
}

async function lists(test: TestService, ada: Person): Promise<void> {
  const root = await rootOf(test);
  const { organizationId } = test;
  const list = { organizationId };
  const { activities } = await ask<{ activities: Activity[] }>(test, root.key, listActivities, list);
  const { id: activityId, fingerprint: filterByFingerprint } = activities[1] ?? { id: '', fingerprint: '' };
  await ask(test, root.key, getActivity, { organizationId, activityId });
  const byType = { filterByType: [initOtp.versions.V3.type, verifyOtp.versions.V1.type] };
  const byStatus = { filterByStatus: ['ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'] };
  const byPerson = { filterBySubmitter: root.userId };
  const both = { ...byType, ...byStatus };
  const pages = [{}, { after: activityId }, { before: activityId }];
  for (const paginationOptions of pages) {
    for (const filter of [{}, byType, byStatus, byPerson, both, { ...both, ...byPerson }, { filterByFingerprint }]) {
      await ask(test, root.key, listActivities, { ...list, ...filter, paginationOptions });
    }
    const place = Object.fromEntries(Object.keys(paginationOptions).map((name) => [name, ada.organizationId]));
    const filters: [string, string][] = [
      ['', ''],
      ['NAME', 'Home'],
      ['USERNAME', 'Ada'],
      ['EMAIL', 'ada@example.com'],
      ['PHONE_NUMBER', '+14155550100'],
      ['PUBLIC_KEY', ada.key.publicKey],
      ['CREDENTIAL_ID', 'none'],
      ['WALLET_ACCOUNT_ADDRESS', ada.addresses[0] ?? ''],
    ];
    for (const [filterType, filterValue] of filters) {
      await ask(test, root.key, listSuborgs, { ...list, filterType, filterValue, paginationOptions: place });
    }
    const verified = { ...list, filterType: 'EMAIL', filterValue: 'ada@example.com', paginationOptions: place };
    await ask(test, root.key, listVerifiedSuborgs, verified);
  }
  for (const { key } of [ada, root]) await ask(test, key, whoami, { organizationId: ada.organizationId });
  await ask(test, ada.key, getUser, { organizationId: ada.organizationId, userId: ada.userId });
}

async function keys(test: TestService, ada: Person): Promise<void> {
  await done(test, ada, stampLogin, { publicKey: (await createSigningKey()).publicKey });
  const [user] = (await makeSubOrganization(test, { roots: 2 })).users;
  await done(test, user, updateRootQuorum, { threshold: 1, userIds: [user.userId] });
  const spare = apiKeyOf(await createSigningKey());
  const { apiKeyIds } = await done(test, user, createApiKeys, { userId: user.userId, apiKeys: [spare] });
  await done(test, user, deleteApiKeys, { userId: user.userId, apiKeyIds });
  const taken = { subOrganizationName: 'Home', rootUsers: [{ userName: 'Eve', apiKeys: [spare, spare] }] };
  await no(act(test, await rootOf(test), createSubOrganization, { ...taken, rootQuorumThreshold: 1 }));
}

async function users(test: TestService, ada: Person): Promise<void> {
  const [root, bob] = (await makeSubOrganization(test, { roots: 2, threshold: 1 })).users as [Party, Party];
  const { organizationId, userId } = root;
  const { userTagId } = await done(test, root, createUserTag, { userTagName: 'Tag', userIds: [userId] });
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const carol = { userName: 'Carol', userEmail: 'carol@example.com', userTags: [userTagId], ...lists };
  const { userIds } = await done(test, root, createUsers, { users: [carol] });
  const [carolId = ''] = userIds;
  await done(test, root, updateUser, { userId: carolId, userName: 'Caroline', userTagIds: [] });
  await done(test, root, updateUserName, { userId, userName: 'Root of all' });
  const { token: verificationToken } = await verifiedToken(test, 'root@example.com');
  const email = { userId, userEmail: 'root@example.com' };
  await done(test, root, updateUserEmail, { ...email, verificationToken });
  await done(test, root, updateUserPhoneNumber, { userId, userPhoneNumber: '+14155550101' });
  await done(test, root, updateUserEmail, { ...email, userEmail: '' });
  await done(test, root, updateUserTag, {
    userTagId,
    newUserTagName: 'New',
    addUserIds: [carolId],
    removeUserIds: [userId],
  });
  const { apiKeys } = await ask<{ apiKeys: { apiKeyId: string }[] }>(test, root.key, getApiKeys, { organizationId });
  await ask(test, root.key, getApiKeys, { organizationId, userId });
  await ask(test, root.key, getApiKey, { organizationId, apiKeyId: apiKeys[0]?.apiKeyId });
  await ask(test, ada.key, listUsers, { organizationId: ada.organizationId });
  await ask(test, root.key, listUserTags, { organizationId });
  await done(test, root, deleteUserTags, { userTagIds: [userTagId] });
  await done(test, root, deleteUsers, { userIds: [bob.userId, carolId] });
  const both = (await makeSubOrganization(test, { roots: 3, threshold: 2 })).users as [Party, Party, Party];
  const [one, two, three] = both;
  await act(test, one, createWallet, { walletName: 'Waits', accounts: [] });
  await act(test, three, createWallet, { walletName: 'Ends', accounts: [] });
  const { fingerprint } = await act(test, one, deleteUsers, { userIds: [three.userId] });
  await act(test, two, approveActivity, { fingerprint });
}

async function unprovedKeys(test: TestService): Promise<void> {
  const [alone, other] = [await createSigningKey(), await createSigningKey()];
  const lists = { authenticators: [], oauthProviders: [] };
  await callProxy(test, proxySignup, { apiKeys: [apiKeyOf(alone)], ...lists });
  await callProxy(test, proxySignup, {
    apiKeys: [apiKeyOf(alone), { ...apiKeyOf(other), apiKeyName: 'Other' }],
    ...lists,
  });
  const { organizationId } = test;
  await ask(test, alone, whoami, { organizationId });
  await done(test, { key: alone, organizationId }, stampLogin, { publicKey: (await createSigningKey()).publicKey });
}

/** The address of every request has recorded all that it may. */
async function fullAddress(test: TestService, ada: Person): Promise<void> {
  const { addresses } = test.service.tools.recordCounts;
  const count = addresses.open('127.0.0.1', hourMs);
  count.bytes = Number.MAX_SAFE_INTEGER;
  await no(act(test, ada, createWallet, { walletName: 'One too many', accounts: [] }));
  count.bytes = 0;
}

async function consensus(test: TestService): Promise<void> {
  const { users } = await makeSubOrganization(test, { roots: 2, threshold: 2 });
  const [ada, bob] = users as [Party, Party];
  const secret = { otpId: absentId, otpCode: '000000' };
  const refused = await act(test, ada, verifyPlainOtp, secret);
  await act(test, bob, rejectActivity, { fingerprint: refused.fingerprint });
  const failed = await act(test, ada, verifyPlainOtp, secret);
  await act(test, bob, approveActivity, { fingerprint: failed.fingerprint });
  const spare = { userId: bob.userId, apiKeys: [apiKeyOf(await createSigningKey())] };
  const shared = await act(test, ada, createApiKeys, spare);
  await act(test, bob, approveActivity, { fingerprint: shared.fingerprint });
  const late = await act(test, ada, createWallet, { walletName: 'Late', accounts: [] });
  for (const _ of ['new', 'in the same millisecond: the same bytes again']) {
    await submit(test, ada.key, createWallet, ada.organizationId, { walletName: 'Later', accounts: [] });
  }
  test.clock.advanceMs(dayMs);
  await act(test, bob, approveActivity, { fingerprint: late.fingerprint });
  await act(test, ada, approveActivity, { fingerprint: late.fingerprint });
  await ask(test, ada.key, listActivities, { organizationId: ada.organizationId });
}

async function proxySettings(test: TestService): Promise<void> {
  const root = await rootOf(test);
  await done(test, root, updateAuthProxyConfig, { otpLength: 7 });
  await done(test, root, disableAuthProxy, {});
  await done(test, root, enableAuthProxy, {});
  await ask(test, root.key, getAuthProxyConfig, { organizationId: root.organizationId });
}

async function housekeeping(test: TestService): Promise<void> {
  await makeParent(test.service.tools, { name: 'Test', rootPublicKey: test.rootApiKey.publicKey });
  await test.service.fetch(new Request('https://latchkey.test/ready'));
  await outboxState(test.service.tools);
  await operatorsFlow(test);
  test.clock.advanceMs(31 * dayMs);
  await test.service.deliver();
}

const no = (refused: Promise<unknown>): Promise<void> =>
  refused.then(
    () => Promise.reject(new Error('It should have been refused.')),
    () => undefined,
  );
