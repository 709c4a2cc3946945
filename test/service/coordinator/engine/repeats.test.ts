import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import { updateAuthProxyConfig } from '../../../../src/contract/authProxy.js';
import { proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../src/contract/proxy.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { noVotes } from '../../../../src/service/coordinator/engine/votes/votes.js';
import { hourMs } from '../../../../src/service/limits/hourCounts.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  codeOf,
  done,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { verifyPlainOtp } from '../../../support/plainCodes.js';
import { databases } from '../../../support/stores.js';
import {
  ask,
  callProxy,
  codeFor,
  envelope,
  loginRequest,
  signUp,
  signupRequest,
  verifiedToken,
} from '../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  beforeEach(async () => {
    store = await open();
    service = await createTestService({ store, recordPerHour: { mebibytes: 1, activities: 5 } });
  });
  afterEach(() => service.close());

  const recorded = async (kind?: string) => {
    let all = store.db.selectFrom('activities').select('activity_id');
    if (kind !== undefined) all = all.where('kind', '=', kind);
    return (await all.execute()).length;
  };

  /** The same request so many times, each stamped by the proxy a millisecond later. @returns the different answers */
  async function times(count: number, row: Parameters<typeof callProxy>[1], request: object): Promise<string[]> {
    const answers = new Set<string>();
    for (let time = 0; time < count; time += 1) {
      service.clock.advanceMs(1);
      answers.add(JSON.stringify(await callProxy(service, row, request)));
    }
    return [...answers];
  }

  test('A-52: a code, a token at sign-up and at login are answered by one activity each, however often they are shown', async () => {
    const key = await createSigningKey();
    const code = await codeFor(service, 'ada@example.com');
    const before = await recorded();
    const [verified, ...otherTokens] = await times(20, proxyOtpVerify, { ...code, publicKey: key.publicKey });
    const { verificationToken: token } = JSON.parse(verified ?? '{}');
    const [signedUp, ...otherSignups] = await times(20, proxySignup, await signupRequest(token, key));
    const { organizationId } = JSON.parse(signedUp ?? '{}');
    const [, ...otherLogins] = await times(20, proxyOtpLogin, await loginRequest(token, key, organizationId));
    expect([otherTokens, otherSignups, otherLogins]).toEqual([[], [], []]);
    expect((await recorded()) - before).toBe(3);
    expect(await times(5, proxySignup, await signupRequest(token, key))).toEqual([signedUp]);
    expect((await recorded()) - before).toBe(3);
  });

  test('A-52: a later token of somebody who has signed up already is recorded once at sign-up', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const later = await verifiedToken(service, 'ada@example.com');
    const before = await recorded('CREATE_SUB_ORGANIZATION');
    const answers = await times(10, proxySignup, await signupRequest(later.token, later.key));
    expect(answers.map((answer) => JSON.parse(answer).organizationId)).toEqual([ada.organizationId]);
    expect((await recorded('CREATE_SUB_ORGANIZATION')) - before).toBe(1);
    await callProxy(service, proxyOtpLogin, await loginRequest(later.token, later.key));
  });

  test('A-52: a repeat gets the very activity that answered first, with its result in full, also when its contents are deleted', async () => {
    const proxy = await proxyOf(service);
    const code = await codeFor(service, 'ada@example.com');
    const { publicKey } = await createSigningKey();
    const first = await act(service, proxy, verifyPlainOtp, { ...code, publicKey });
    const second = await act(service, proxy, verifyPlainOtp, { ...code, publicKey });
    expect(second).toEqual(first);
    expect(second.result.verifyOtpResult).toEqual({ verificationToken: expect.stringMatching(/^ey/) });
    await store.db
      .updateTable('activities')
      .set({ intent: '{}', result: '{}', ...noVotes })
      .execute();
    const third = await act(service, proxy, verifyPlainOtp, { ...code, publicKey });
    expect(third).toEqual({ ...first, intent: {}, votes: [] });
    // Lists show the record, and no token.
    const root = await rootOf(service);
    const shown = await ask<{ activity: object }>(service, root.key, getActivity, {
      organizationId: root.organizationId,
      activityId: first.id,
    });
    expect(shown.activity).toMatchObject({ id: first.id, result: {} });
  });

  test('A-52: 100 identical verifies at once get one token, and are one activity', async () => {
    const code = await codeFor(service, 'ada@example.com');
    const { publicKey } = await createSigningKey();
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        // Each stamped at another moment: no two are the same bytes.
        if (index % 10 === 0) service.clock.advanceMs(1);
        return JSON.stringify(await callProxy(service, proxyOtpVerify, { ...code, publicKey }));
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await recorded('VERIFY_OTP')).toBe(1);
  });

  test('A-52: an id that no code has is refused, and nothing is recorded; a wrong code is', async () => {
    const { otpId, otpCode } = await codeFor(service, 'ada@example.com');
    const before = await recorded();
    for (let guess = 0; guess < 50; guess += 1) {
      const unknown = callProxy(service, proxyOtpVerify, { otpId: crypto.randomUUID(), otpCode });
      await expect(unknown).rejects.toMatchObject({ code: 'OTP_WRONG', status: 400 });
    }
    expect(await recorded()).toBe(before);
    await expect(callProxy(service, proxyOtpVerify, { otpId, otpCode: 'wrong' })).rejects.toMatchObject({
      code: 'OTP_WRONG',
    });
    // Who asks by a key of their own has asked for it.
    await refusedAs('OTP_WRONG', service, await rootOf(service), verifyPlainOtp, { otpId: absentId, otpCode });
    expect(await recorded()).toBe(before + 2);
  });

  describe('what an organization records in an hour', () => {
    let ada: Party;
    beforeEach(async () => {
      [ada] = (await makeSubOrganization(service)).users;
    });
    const make = (by: Party, walletName: string) => act(service, by, createWallet, { walletName, accounts: [] });

    test('A-52: the sixth activity of a sub-organization with five an hour is refused, with the time to try again', async () => {
      const bodies: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        service.clock.advanceMs(1);
        const walletName = count < 4 ? `Wallet ${count}` : 'Wallet 0';
        bodies.push(envelope(service, createWallet, ada.organizationId, { walletName, accounts: [] }));
        const answer = await sendStamped(service, ada.key, createWallet, bodies.at(-1) ?? '');
        // A failure is recorded, and so counts.
        expect(answer.status).toBe(count < 4 ? 200 : 409);
      }
      service.clock.advanceMs(10 * 60_000);
      const body = envelope(service, createWallet, ada.organizationId, { walletName: 'One more', accounts: [] });
      const refusal = await sendStamped(service, ada.key, createWallet, body);
      expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '3000']);
      expect(await refusal.json()).toMatchObject({ code: 8, details: [{ reason: 'TOO_MANY_ACTIVITIES' }, {}, {}] });
      // Known bytes are answered, nothing is lost to reading, and nobody else is touched.
      expect((await sendStamped(service, ada.key, createWallet, bodies[0] ?? '')).status).toBe(200);
      expect(await codeOf(await sendStamped(service, ada.key, createWallet, bodies[4] ?? ''))).toBe('NAME_TAKEN');
      await ask(service, ada.key, listActivities, { organizationId: ada.organizationId });
      const [bob] = (await makeSubOrganization(service)).users;
      expect((await make(bob, 'Wallet')).status).toBe('ACTIVITY_STATUS_COMPLETED');
      // What was refused left no trace: the same bytes pass later.
      service.clock.advanceMs(50 * 60_000 - 1);
      expect((await sendStamped(service, ada.key, createWallet, body)).status).toBe(200);
    });

    test('A-52: bytes count, too, and what waits for votes as much as what is done', async () => {
      const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
      const [bob] = users as [Party, Party];
      const accounts = Array.from({ length: 20 }, () => ({
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: 'm/'.padEnd(255, "/44'/60'/0'"),
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
        name: 'é'.repeat(255),
      }));
      const large = { walletName: 'Large', accounts };
      await act(service, bob, createWallet, large);
      for (let count = 0; count < 3; count += 1) await act(service, bob, createWallet, large);
      const { bytes, activities } = service.service.tools.recordCounts.organizations.open(bob.organizationId, hourMs);
      expect(activities).toBe(4);
      // The intent and the vote's message hold the accounts once each.
      expect(bytes).toBeGreaterThan(4 * 2 * 20 * (255 + 2 * 255));
      service.service.tools.recordCounts.organizations.open(bob.organizationId, hourMs).bytes = 1_048_576;
      await refusedAs('TOO_MANY_ACTIVITIES', service, bob, createWallet, { walletName: 'Small', accounts: [] });
    });

    test('A-52: who has spent what may be recorded still logs in', async () => {
      const person = await signUp(service, 'ada@example.com');
      for (let count = 0; count < 5; count += 1) await make(person, `More ${count}`);
      await refusedAs('TOO_MANY_ACTIVITIES', service, person, createWallet, { walletName: 'Sixth', accounts: [] });
      const { token, key } = await verifiedToken(service, 'ada@example.com');
      await callProxy(service, proxyOtpLogin, await loginRequest(token, key));
    });

    test('A-52: a parent records without limit, unless its configuration sets one, and may change that', async () => {
      const root = await rootOf(service);
      for (let count = 0; count < 10; count += 1) await make(root, `Wallet ${count}`);
      await done(service, root, updateAuthProxyConfig, { recordPerHour: { mebibytes: 0, activities: 13 } });
      await make(root, 'The thirteenth');
      await refusedAs('TOO_MANY_ACTIVITIES', service, root, createWallet, { walletName: 'One more', accounts: [] });
      // Its auth proxy is not held up by that.
      await signUp(service, 'ada@example.com');
      service.clock.advanceMs(60 * 60_000);
      await done(service, root, updateAuthProxyConfig, { recordPerHour: { mebibytes: 0, activities: 0 } });
      for (let count = 0; count < 14; count += 1) await make(root, `Later ${count}`);
    });
  });
});
