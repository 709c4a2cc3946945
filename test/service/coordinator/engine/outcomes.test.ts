import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { createApiKeys } from '../../../../src/contract/credentials.js';
import { proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { createWallet, createWalletAccounts } from '../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import {
  absentId,
  apiKeyOf,
  codeOf,
  makeMember,
  makeSubOrganization,
  type Party,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { verifyPlainOtp } from '../../../support/plainCodes.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, codeFor, envelope, wallet } from '../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada] = (await makeSubOrganization(service)).users;
  });
  const contents = () => contentsOf(service.service.tools.store);
  const list = async (party: Party) => {
    const { organizationId } = party;
    return (await ask<{ activities: Activity[] }>(service, party.key, listActivities, { organizationId })).activities;
  };

  test('a refusal before the execution leaves no activity, and changes no row', async () => {
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    const before = await contents();
    const body = envelope(service, createWallet, ada.organizationId, wallet);
    const refusedBodies = [
      [member, body, 'NOT_AUTHORIZED'],
      [ada, body.replace(/"timestampMs":"\d+"/, '"timestampMs":"1"'), 'TIMESTAMP_NOT_LIVE'],
      [ada, body.replace('"parameters"', '"parametres"'), 'REQUEST_INVALID'],
      [ada, body.slice(1), 'REQUEST_MALFORMED'],
      [await stranger(), body, 'PUBLIC_KEY_NOT_FOUND'],
    ] as const;
    for (const [party, text, code] of refusedBodies) {
      expect(await codeOf(await sendStamped(service, party.key, createWallet, text))).toBe(code);
    }
    expect(await contents()).toEqual(before);
  });

  const stranger = async () => ({ key: await createSigningKey() });

  test('a failure in execution is an activity: FAILED, with the error, and nothing of its effect', async () => {
    const before = await contents();
    const accounts = [...wallet.accounts, { ...wallet.accounts[1], path: 'm/0' }];
    const body = envelope(service, createWallet, ada.organizationId, { ...wallet, accounts });
    const response = await sendStamped(service, ada.key, createWallet, body);
    const answer = await response.json();
    expect([response.status, answer.details[0].reason]).toEqual([400, 'PATH_NOT_HARDENED']);
    const after = await contents();
    expect({ ...after, activities: [], votes: [] }).toEqual({ ...before, activities: [], votes: [] });
    const [failed] = await list(ada);
    expect(failed).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: answer, result: {} });
    expect(failed?.intent).toEqual({ createWalletIntent: { ...wallet, accounts } });
    const { activity } = await ask<{ activity: Activity }>(service, ada.key, getActivity, {
      organizationId: ada.organizationId,
      activityId: failed?.id,
    });
    expect(activity).toEqual(failed);
  });

  test('the same bytes get the same error, without a second effect, even when they could now succeed', async () => {
    const key = await createSigningKey();
    const body = envelope(service, createApiKeys, ada.organizationId, { userId: absentId, apiKeys: [apiKeyOf(key)] });
    const send = () => sendStamped(service, ada.key, createApiKeys, body);
    const first = await send();
    const before = await contents();
    service.clock.advanceMs(1000);
    const second = await send();
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
    expect(await contents()).toEqual(before);
  });

  test('a corrected request that is signed again succeeds: only the same bytes keep their failure', async () => {
    const parameters = { walletId: absentId, accounts: [wallet.accounts[0]] };
    const body = envelope(service, createWalletAccounts, ada.organizationId, parameters);
    expect((await sendStamped(service, ada.key, createWalletAccounts, body)).status).toBe(404);
    service.clock.advanceMs(1);
    const made = envelope(service, createWallet, ada.organizationId, wallet);
    expect((await sendStamped(service, ada.key, createWallet, made)).status).toBe(200);
  });

  test('a wrong code is counted once, however often its bytes come', async () => {
    const root = await rootOf(service);
    const { otpId, otpCode } = await codeFor(service, 'ada@example.com');
    const wrong = otpCode === '000000' ? '111111' : '000000';
    const body = envelope(service, verifyPlainOtp, root.organizationId, { otpId, otpCode: wrong });
    for (let time = 0; time < 5; time += 1) {
      expect(await codeOf(await sendStamped(service, root.key, verifyPlainOtp, body))).toBe('OTP_WRONG');
    }
    const code = await service.service.tools.store.db
      .selectFrom('otp_codes')
      .select('tries')
      .where('otp_id', '=', otpId)
      .executeTakeFirstOrThrow();
    expect(code.tries).toBe(1);
    const answer = await callProxy(service, proxyOtpVerify, { otpId, otpCode });
    expect(answer).toHaveProperty('verificationToken');
  });
});
