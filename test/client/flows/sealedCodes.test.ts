import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { proxyOtpInitV2 } from '../../../src/contract/proxyV2.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { alone } from '../../support/alone.js';
import { codeOf } from '../../support/errors.js';
import { ada, lastCode, wrong } from '../../support/people.js';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

const email = { otpType: 'OTP_TYPE_EMAIL', contact: ada } as const;

/** A client, and its requests: each call's name and body. */
function listenedTo(settings: Partial<ClientSettings> = {}, change: (text: string) => string = (text) => text) {
  const sent: { name: string; body: string }[] = [];
  const client = createClient({
    ...service.settings,
    random: () => 0,
    keys: memoryKeyStore(),
    fetch: async (url, init) => {
      const name = new URL(url).pathname.split('/').at(-1) ?? '';
      sent.push({ name, body: new TextDecoder().decode(init.body as Uint8Array) });
      const answer = await service.fetch(url, init);
      if (!url.endsWith(proxyOtpInitV2.path)) return answer;
      return new Response(change(await answer.text()), { headers: answer.headers });
    },
    ...settings,
  });
  return { client, sent, names: () => sent.map(({ name }) => name) };
}

test('a typed code is sent encrypted, whether it is right or wrong', async () => {
  const { client, sent, names } = listenedTo({ trust: service.trust });
  const { otpId } = await requestOtp(client, email);
  const otpCode = lastCode(service);
  expect(await codeOf(() => loginWithOtp(client, { otpIds: [otpId], otpCode: wrong(otpCode) }))).toBe('OTP_WRONG');
  const session = await loginWithOtp(client, { otpIds: [otpId], otpCode });
  expect(session.organizationId).toBeDefined();
  expect(names().slice(0, 4)).toEqual(['wallet_kit_config', 'otp_init_v2', 'otp_verify_v2', 'otp_verify_v2']);
  for (const { body } of sent) for (const code of [otpCode, wrong(otpCode)]) expect(body).not.toMatch(alone(code));
});

test('a person who requested several codes may type any of them, each encrypted to its own key', async () => {
  const { client, names } = listenedTo();
  const first = await requestOtp(client, email);
  const otpCode = lastCode(service);
  service.clock.advanceMs(1);
  const second = await requestOtp(client, email);
  await loginWithOtp(client, { otpIds: [second.otpId, first.otpId], otpCode });
  expect(names().filter((name) => name.startsWith('otp_verify'))).toEqual(['otp_verify_v2', 'otp_verify_v2']);
});

test('a reloaded page still sends the code encrypted', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
  const { otpId } = await requestOtp(listenedTo().client, email);
  const again = listenedTo();
  await loginWithOtp(again.client, { otpIds: [otpId], otpCode: lastCode(service) });
  expect(again.names()).toContain('otp_verify_v2');
  expect(again.names()).not.toContain('otp_verify');
});

test('stored state that cannot be read is ignored', async () => {
  const { otpId } = await requestOtp(listenedTo().client, email);
  const otpCode = lastCode(service);
  for (const text of ['{', '7', '[null,{"otpId":7}]']) {
    vi.stubGlobal('sessionStorage', { getItem: () => text, setItem: () => {} });
    const { client, names } = listenedTo();
    const typed = { otpIds: [otpId], otpCode: wrong(otpCode) };
    expect(await codeOf(() => loginWithOtp(client, typed))).toMatch(/^(OTP_WRONG|TOO_MANY_ATTEMPTS)$/);
    expect(names()).toContain('otp_verify');
  }
});

test('a service that does not support encrypted codes gets them in plain text', async () => {
  await service.configure({ otpEncryption: false });
  const { client, names } = listenedTo();
  const { otpId } = await requestOtp(client, email);
  await loginWithOtp(client, { otpIds: [otpId], otpCode: lastCode(service) });
  expect(names().filter((name) => name.startsWith('otp_'))).toEqual(['otp_init', 'otp_verify', 'otp_login']);
});

test.each(['TOO_MANY_REQUESTS', 'INTERNAL'] as const)(
  'a service that answers %s instead of its configuration gets no code in plain text',
  async (refuse) => {
    const { client, names } = listenedTo();
    service.failures.next('wallet_kit_config', { refuse });
    expect(await codeOf(() => requestOtp(client, email))).toBe(refuse);
    expect(names()).not.toContain('otp_init');
    await requestOtp(client, email);
    expect(names()).toContain('otp_init_v2');
  },
);

test('a code is encrypted only to a key that the trusted service signed for this code', async () => {
  const other = await createTestService();
  const pinned = listenedTo({ trust: other.trust });
  expect(await codeOf(() => requestOtp(pinned.client, email))).toBe('BUNDLE_SIGNER_UNKNOWN');
  const { client } = listenedTo({}, (text) => text.replace(/"otpId":"./, '"otpId":"z'));
  expect(await codeOf(() => requestOtp(client, email))).toBe('BUNDLE_FOR_ANOTHER');
  const { client: changed } = listenedTo({}, (text) =>
    text.replace('"v1.0.0\\"', '"v2.0.0\\"').replace('v1.0.0', 'v2'),
  );
  expect(await codeOf(() => requestOtp(changed, email))).toBe('BUNDLE_MALFORMED');
  await other.close();
});
