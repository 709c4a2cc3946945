import { describe, expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { me } from '../../../src/client/flows/me.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import { listSuborgs } from '../../../src/contract/organizations.queries.js';
import { listWalletAccounts, listWallets } from '../../../src/contract/wallets.queries.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { createSigningKey, decompressPoint } from '../../../src/crypto/p256.js';
import { apiKeyStamper } from '../../../src/stampers/apiKeyStamper.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import { ada, lastCode, logIn, newClient, openService, receiveCode, wrong } from '../../support/people.js';

/** The sub-organizations that the parent has. */
async function organizations(service: TestService): Promise<string[]> {
  const stamper = apiKeyStamper(service.rootApiKey);
  const options = { stamper, organizationId: service.organizationId };
  return (await call(newClient(service), listSuborgs, {}, options)).organizationIds;
}

describe('a person who is new', () => {
  test('types the code and is logged in, in an organization of their own', async () => {
    const { service, client } = await openService();
    const session = await logIn(service, client);
    expect((await client.sessions.current()).active).toEqual(session);
    expect(await client.keys.list()).toEqual([session.publicKey]);
    expect(await organizations(service)).toEqual([session.organizationId]);
    const person = await me(client);
    expect(person).toMatchObject({ userId: session.userId, userEmail: ada, organizationId: session.organizationId });
    expect(session.expiresAtMs).toBeGreaterThan(service.clock());
  });

  test('has a wallet with an Ethereum and a Solana account', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    expect((await call(client, listWallets, {})).wallets).toHaveLength(1);
    const { accounts } = await call(client, listWalletAccounts, {});
    expect(new Map(accounts.map(({ path, addressFormat }) => [addressFormat, path]))).toEqual(
      new Map([
        ['ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/0"],
        ['ADDRESS_FORMAT_SOLANA', "m/44'/501'/0'/0'"],
      ]),
    );
  });

  test('has no wallet if the app requests none', async () => {
    const { service, client } = await openService({ wallet: null });
    await logIn(service, client);
    expect((await call(client, listWallets, {})).wallets).toEqual([]);
  });

  test('may log in by telephone', async () => {
    const { service, client } = await openService();
    await service.configure({ allowedAuthMethods: ['email', 'sms'] });
    await logIn(service, client, '+4915112345678');
    expect(await me(client)).toMatchObject({ userPhoneNumber: '+4915112345678', userName: '+4915112345678' });
  });
});

describe('a person who comes back', () => {
  test('finds the same organization on another device', async () => {
    const { service, client } = await openService();
    const first = await logIn(service, client);
    const second = await logIn(service, newClient(service));
    expect([second.organizationId, second.userId]).toEqual([first.organizationId, first.userId]);
    expect(second.publicKey).not.toBe(first.publicKey);
    expect(await organizations(service)).toHaveLength(1);
  });

  test('is the same in every spelling of the address', async () => {
    const { service, client } = await openService();
    const first = await logIn(service, client);
    const { otpId, contact } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: ' ADA@Example.COM ' });
    expect(contact).toBe(ada);
    const second = await loginWithOtp(client, { otpIds: [otpId], otpCode: lastCode(service) });
    expect(second.organizationId).toBe(first.organizationId);
  });

  test('can be logged in beside another person', async () => {
    const { service, client } = await openService();
    const one = await logIn(service, client);
    const other = await logIn(service, client, 'grace@example.com');
    const { sessions, active } = await client.sessions.current();
    expect(sessions).toHaveLength(2);
    expect(active).toEqual(other);
    expect((await me(client, { session: one })).userEmail).toBe(ada);
    expect((await me(client)).userEmail).toBe('grace@example.com');
  });
});

describe('a refused code', () => {
  test('leaves no key behind', async () => {
    const { service, client } = await openService();
    const { otpIds, otpCode } = await receiveCode(service, client);
    await expect(loginWithOtp(client, { otpIds, otpCode: wrong(otpCode) })).rejects.toMatchObject({
      code: 'OTP_WRONG',
    });
    expect(await client.keys.list()).toEqual([]);
    expect(client.unfinishedLogins.size).toBe(0);
    await loginWithOtp(client, { otpIds, otpCode });
  });

  test('is refused for good after three tries', async () => {
    const { service, client } = await openService();
    const { otpIds, otpCode } = await receiveCode(service, client);
    for (let tries = 0; tries < 3; tries += 1)
      await expect(loginWithOtp(client, { otpIds, otpCode: wrong(otpCode) })).rejects.toThrow();
    await expect(loginWithOtp(client, { otpIds, otpCode })).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  test('is reported as expired once it has expired', async () => {
    const { service, client } = await openService();
    const typed = await receiveCode(service, client);
    service.clock.advanceMs(5 * 60_000 + 1);
    await expect(loginWithOtp(client, typed)).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
  });

  test('is tried against the earlier codes', async () => {
    const { service, client } = await openService();
    const first = await receiveCode(service, client);
    const second = await receiveCode(service, client);
    const otpIds = [...second.otpIds, ...first.otpIds];
    await loginWithOtp(client, { otpIds, otpCode: first.otpCode });
  });

  test('that matches none of the codes gets the newest one’s refusal', async () => {
    const { service, client } = await openService();
    const first = await receiveCode(service, client);
    for (let tries = 0; tries < 3; tries += 1)
      await expect(loginWithOtp(client, { ...first, otpCode: wrong(first.otpCode) })).rejects.toThrow();
    const second = await receiveCode(service, client);
    const otpIds = [...second.otpIds, ...first.otpIds];
    const neither = wrong(second.otpCode) === first.otpCode ? wrong(wrong(second.otpCode)) : wrong(second.otpCode);
    await expect(loginWithOtp(client, { otpIds, otpCode: neither })).rejects.toMatchObject({ code: 'OTP_WRONG' });
  });

  test('without any code id is reported as expired', async () => {
    const { client } = await openService();
    await expect(loginWithOtp(client, { otpIds: [], otpCode: '123456' })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
  });
});

describe('a service that stops answering', () => {
  test.each(['otp_verify', 'account', 'signup', 'otp_login'])(
    'after %s loses nothing: the same code continues with the same key',
    async (name) => {
      const { service, client } = await openService();
      const typed = await receiveCode(service, client);
      service.failures.next(name, 'answer lost', 3);
      await expect(loginWithOtp(client, typed)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
      const [publicKey] = await client.keys.list();
      const session = await loginWithOtp(client, typed);
      expect(session.publicKey).toBe(publicKey);
      expect(await client.keys.list()).toEqual([publicKey]);
      expect(await organizations(service)).toHaveLength(1);
    },
  );

  test('for a moment is not even noticed', async () => {
    const { service, client } = await openService();
    const typed = await receiveCode(service, client);
    service.failures.next('otp_verify', 'answer lost', 2);
    service.failures.next('otp_login', { refuse: 'UNAVAILABLE' }, 2);
    await loginWithOtp(client, typed);
  });

  test('may be called again even after the code has expired', async () => {
    const { service, client } = await openService();
    const typed = await receiveCode(service, client);
    service.failures.next('account', 'unreachable', 3);
    await expect(loginWithOtp(client, typed)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    service.clock.advanceMs(10 * 60_000);
    await loginWithOtp(client, typed);
  });

  test('after a limit lets the same code try again', async () => {
    const { service, client } = await openService();
    const typed = await receiveCode(service, client);
    service.failures.next('signup', { refuse: 'TOO_MANY_SIGNUPS', details: { retryAfterMs: 1_000 } });
    await expect(loginWithOtp(client, typed)).rejects.toMatchObject({ code: 'TOO_MANY_SIGNUPS', retryAfterMs: 1_000 });
    await loginWithOtp(client, typed);
  });

  test('is not waited for once the person cancels', async () => {
    const { service } = await openService();
    const giveUp = new AbortController();
    const client = newClient(service, {
      fetch: (url, init) => {
        if (url.endsWith('/account')) giveUp.abort('gave up');
        return service.fetch(url, init);
      },
    });
    const typed = await receiveCode(service, client);
    await expect(loginWithOtp(client, { ...typed, signal: giveUp.signal })).rejects.toBe('gave up');
    await loginWithOtp(client, typed);
  });

  test('gets the code once, however often the button is pressed', async () => {
    const { service, client } = await openService();
    const typed = await receiveCode(service, client);
    const [one, two] = await Promise.all([loginWithOtp(client, typed), loginWithOtp(client, typed)]);
    expect(two.publicKey).toBe(one.publicKey);
    expect(await client.keys.list()).toHaveLength(1);
  });
});

describe('a code is never sent twice without a request', () => {
  test('after a lost answer', async () => {
    const { service, client } = await openService();
    service.failures.next('otp_init', 'answer lost');
    const answer = requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: ada });
    await expect(answer).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    expect(service.inbox.list(ada)).toHaveLength(1);
  });

  test('to an invalid address, for which no request is sent', async () => {
    const { service, client } = await openService();
    service.failures.next('*', 'unreachable');
    const answer = requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada' });
    await expect(answer).rejects.toMatchObject({ code: 'CONTACT_INVALID' });
  });
});

describe('the session token', () => {
  test('is verified if the settings name the trusted keys', async () => {
    const { service, client } = await openService();
    await logIn(service, newClient(service, { trust: service.trust }));
    const { publicKey } = await createSigningKey();
    const notarizerPublicKey = toHex(decompressPoint(fromHex(publicKey)));
    const wary = newClient(service, { trust: { ...service.trust, notarizerPublicKey } });
    await expect(logIn(service, wary)).rejects.toMatchObject({ code: 'TOKEN_SIGNATURE_INVALID' });
    expect((await wary.sessions.current()).sessions).toEqual([]);
    expect((await client.sessions.current()).sessions).toEqual([]);
  });

  test("is read by the service's time if the device's clock is wrong", async () => {
    const { service } = await openService();
    const lateMs = 5 * 3_600_000;
    const client = newClient(service, { clock: () => service.clock() + lateMs });
    const session = await logIn(service, client);
    expect((session.expiresAtMs - lateMs - service.clock()) / 60_000).toBeCloseTo(15, 0);
    expect((await client.sessions.current()).active).toEqual(session);
    expect((await me(client)).userEmail).toBe(ada);
  });
});
