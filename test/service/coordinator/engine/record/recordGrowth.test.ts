import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../../src/contract/proxy.js';
import { readRefusal } from '../../../../../src/contract/readRefusal.js';
import type { ActivityRow, ProxyRow } from '../../../../../src/contract/row.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { hourMs } from '../../../../../src/service/limits/hourCounts.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import { databases } from '../../../../support/stores.js';
import {
  callProxy,
  codeFor,
  envelope,
  loginRequest,
  type Person,
  post,
  signUp,
  signupRequest,
  stampOf,
} from '../../../../support/wire.js';

/** How often each is sent. */
const times = 25;

/** What a failed activity may add, whatever was asked for, in all tables together. @see docs/checks.md */
const mostBytesFailed = 5 * 1024;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let store: Store;
  let ada: Person;
  beforeEach(async () => {
    store = await open();
    const often = { most: 1000, windowSeconds: 60 };
    service = await createTestService({
      store,
      config: {
        allowedAuthMethods: ['email', 'sms'],
        codesPerContactAndAddress: often,
        codesPerContactAndAddressLong: often,
        codesPerContact: often,
        codesPerAddress: often,
        refusalsPerAddress: often,
        requestsPerAddress: often,
      },
    });
    ada = await signUp(service, 'ada@example.com');
  });
  afterEach(() => service.close());

  /** Every row of every table, as JSON. */
  const bytes = async () =>
    Object.values(await contentsOf(store))
      .flat()
      .reduce((sum, row) => sum + utf8(row).length, 0);

  /** What sending a request {@link times} times adds in all, and what was answered. */
  async function growth(send: () => Promise<string>): Promise<{ added: number; answers: string[] }> {
    const before = await bytes();
    const answers = new Set<string>();
    for (let time = 0; time < times; time += 1) {
      service.clock.advanceMs(1);
      answers.add(await send());
    }
    return { added: (await bytes()) - before, answers: [...answers] };
  }

  /** `done`, or the refusal's code. */
  async function outcome(response: Response): Promise<string> {
    return response.ok ? 'done' : readRefusal(response.status, await response.json()).code;
  }

  const call = async (row: ProxyRow, request: object) => {
    const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId };
    return outcome(await post(service, row.path, JSON.stringify(request), headers));
  };

  const submit = async (row: ActivityRow, parameters: object, { key, organizationId } = ada) => {
    const body = envelope(service, row, organizationId, parameters);
    return outcome(await post(service, row.path, body, await stampOf(key, body)));
  };

  test('A-52: what is idempotent adds nothing when it comes again, however often', async () => {
    const code = await codeFor(service, 'bob@example.com');
    const key = await createSigningKey();
    const typed = { ...code, publicKey: key.publicKey };
    const { verificationToken: token } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, typed);
    expect(await growth(() => call(proxyOtpVerify, typed))).toEqual({ added: 0, answers: ['done'] });
    const signup = await signupRequest(token, key);
    await call(proxySignup, signup);
    expect(await growth(() => call(proxySignup, signup))).toEqual({ added: 0, answers: ['done'] });
    const login = await loginRequest(token, key);
    await call(proxyOtpLogin, login);
    expect(await growth(() => call(proxyOtpLogin, login))).toEqual({ added: 0, answers: ['done'] });
    // The same bytes at the coordinator: of what completed, of what failed, of a secret answer.
    const bodies = [
      [createWallet, { walletName: 'Savings', accounts: [] }, 'done'],
      [signRawPayload, { ...signing, signWith: 'nobody' }, 'SIGNER_NOT_FOUND'],
      [stampLogin, { publicKey: (await createSigningKey()).publicKey }, 'done'],
    ] as const;
    for (const [row, parameters, answer] of bodies) {
      const body = envelope(service, row, ada.organizationId, parameters);
      const send = async () => outcome(await post(service, row.path, body, await stampOf(ada.key, body)));
      await send();
      expect(await growth(send)).toEqual({ added: 0, answers: [answer] });
    }
  });

  test('A-52: what is refused before it is recorded adds nothing', async () => {
    const stranger = { ...ada, key: await createSigningKey() };
    const wallet = { walletName: 'Wallet', accounts: [] };
    const init = { otpType: 'OTP_TYPE_EMAIL', contact: 'bob@example.com' };
    const refusals: [string, () => Promise<string>][] = [
      ['PUBLIC_KEY_NOT_FOUND', () => submit(createWallet, wallet, stranger)],
      ['REQUEST_INVALID', () => submit(createWallet, { ...wallet, walletName: '' })],
      ['REQUEST_INVALID', () => submit(signRawPayload, { ...signing, payload: 'p'.repeat(100 * 1024) })],
      ['REQUEST_INVALID', () => call(proxySignup, { apiKeys: 'many' })],
      ['OTP_WRONG', () => call(proxyOtpVerify, { otpId: crypto.randomUUID(), otpCode: '000000' })],
      ['CONTACT_NOT_SERVED', () => call(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: '+19005550100' })],
      ['LOGIN_BUSY', () => call(proxyOtpInit, init)],
      ['TOO_MANY_ACTIVITIES', () => submit(createWallet, wallet)],
    ];
    const slices = JSON.stringify([[service.clock(), 5]]);
    await service.configure({ emailsPerHour: 5 });
    await store.db.deleteFrom('code_counts').execute();
    const count = { organization_id: service.organizationId, counter: 'stranger/email', part: 0, slices };
    await store.db.insertInto('code_counts').values(count).execute();
    for (const [code, send] of refusals) {
      if (code === 'TOO_MANY_ACTIVITIES') spendBudget();
      expect(await growth(send), code).toEqual({ added: 0, answers: [code] });
    }
  });

  test('A-52: what fails adds no more than its bound, as long as it may be', async () => {
    const code = await codeFor(service, 'bob@example.com');
    const failures: [string, () => Promise<string>][] = [
      ['OTP_WRONG', () => call(proxyOtpVerify, { ...code, otpCode: 'é'.repeat(32) })],
      ['VERIFICATION_TOKEN_INVALID', () => call(proxySignup, longestSignup)],
      ['SIGNER_NOT_FOUND', () => submit(signRawPayload, { ...signing, signWith: longest })],
      ['PATH_MALFORMED', () => submit(createWallet, longestWallet)],
    ];
    for (const [refusal, send] of failures) {
      const { added, answers } = await growth(send);
      expect(answers).toContain(refusal);
      expect(answers).not.toContain('done');
      expect(added / times, refusal).toBeGreaterThan(500);
      expect(added / times, refusal).toBeLessThan(mostBytesFailed);
    }
  });

  function spendBudget(): void {
    service.service.tools.recordCounts.organizations.open(ada.organizationId, hourMs).activities = 10_000;
  }
});

const signing = {
  signWith: 'nobody',
  payload: 'p'.repeat(60 * 1024),
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
} as const;

const longest = 'é'.repeat(255);

const longestWallet = {
  walletName: longest,
  accounts: Array.from({ length: 20 }, (_, index) => ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: 'm/x'.padEnd(255, '/'),
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    name: `${index}`.padEnd(255, 'é'),
  })),
};

const longestSignup = {
  userName: longest,
  organizationName: longest,
  verificationToken: 't'.repeat(4096),
  apiKeys: Array.from({ length: 10 }, (_, index) => ({
    apiKeyName: `${index}`.padEnd(255, 'é'),
    publicKey: `02${String(index).repeat(64)}`,
    curveType: 'API_KEY_CURVE_P256',
  })),
  authenticators: [],
  oauthProviders: [],
  wallet: longestWallet,
};
