import { afterAll, beforeEach, expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { CaptchaError, type CaptchaToSolve, type GetCaptchaToken } from '../../../src/client/captcha/captcha.js';
import { solveCaptchas } from '../../../src/client/captcha/solveCaptchas.js';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { createLogin } from '../../../src/login/createLogin.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import { openCaptchaService, siteKey } from '../../support/captchaService.js';
import { errorOf, printed } from '../../support/errors.js';

const { verifier, service, reset, close } = await openCaptchaService();
/** Requests to the service, each its path and its captcha's token. */
const sent: { path: string; token: string | null }[] = [];
const solved: CaptchaToSolve[] = [];

beforeEach(async () => {
  await reset(['otp_init', 'signup']);
  sent.length = 0;
  solved.length = 0;
});
afterAll(close);

const solve: GetCaptchaToken = async (captcha) => {
  solved.push(captcha);
  return verifier.solve({ action: captcha.action });
};

function clientWith(getCaptchaToken?: GetCaptchaToken): Client {
  return createClient({
    ...service.settings,
    keys: memoryKeyStore(),
    ...(getCaptchaToken && { captcha: solveCaptchas(getCaptchaToken) }),
    fetch: (url, init) => {
      const { pathname } = new URL(url);
      sent.push({ path: pathname, token: new Headers(init.headers).get('X-Captcha-Token') });
      return service.fetch(url, init);
    },
  });
}

let people = 0;
const newContact = () => {
  people += 1;
  return `kit${people}@example.com`;
};
const ask = (client: Client, contact = newContact()) => requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });

test('a new person logs in: one captcha for the code, another for the sign-up, and none for anything else', async () => {
  const client = clientWith(solve);
  const contact = newContact();
  const { otpId } = await ask(client, contact);
  const session = await loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' });
  expect(session.organizationId).toBeTruthy();
  expect(solved).toEqual([
    { siteKey, action: 'otp_init', signal: undefined },
    { siteKey, action: 'signup', signal: undefined },
  ]);
  const [first, second, ...others] = sent.flatMap(({ path, token }) => (token === null ? [] : [{ path, token }]));
  expect([first?.path, second?.path, others]).toEqual(['/v1/otp_init_v2', '/v1/signup', []]);
  expect(first?.token).not.toBe(second?.token);
  expect(sent.filter(({ path }) => path === '/v1/wallet_kit_config')).toHaveLength(1);
  expect(sent.map(({ path }) => path)).not.toContain('/v1/wallet_kit_client_params');
});

test('without a captcha in the configuration none is solved, and no header is sent', async () => {
  await service.configure({ captchaEnabled: false });
  await ask(clientWith(solve));
  expect(solved).toEqual([]);
  expect(sent.map(({ token }) => token)).toEqual(sent.map(() => null));
});

test('after a refused token the captcha is solved once more', async () => {
  const tokens = ['stale', verifier.solve({ action: 'otp_init' })];
  await ask(clientWith(async () => tokens.shift() ?? ''));
  expect(tokens).toEqual([]);
  let calls = 0;
  const never: GetCaptchaToken = async () => {
    calls += 1;
    return 'stale';
  };
  expect((await errorOf(() => ask(clientWith(never)))).code).toBe('CAPTCHA_REFUSED');
  expect(calls).toBe(2);
});

test('a captcha that was switched on after the configuration was read is solved, too', async () => {
  await service.configure({ captchaEnabled: false });
  const client = clientWith(solve);
  await ask(client);
  await service.configure({ captchaEnabled: true });
  await ask(client);
  expect(solved.map(({ action }) => action)).toEqual(['otp_init']);
});

test('a captcha that was switched off after the configuration was read is no longer solved after the first failure', async () => {
  const never: GetCaptchaToken = async (captcha) => {
    solved.push(captcha);
    throw new CaptchaError('CAPTCHA_NOT_LOADED', 'blocked');
  };
  const client = clientWith(never);
  expect((await errorOf(() => ask(client))).code).toBe('CAPTCHA_NOT_LOADED');
  await service.configure({ captchaEnabled: false });
  await ask(client);
  await ask(client);
  expect(solved).toHaveLength(2);
  expect(sent.filter(({ path }) => path === '/v1/otp_init_v2').map(({ token }) => token)).toEqual([null, null]);
});

test('a site key that was replaced after the configuration was read is used from its first refusal on', async () => {
  const newKey = '0x4AAAAAAAnext';
  const client = clientWith(async (captcha) => {
    solved.push(captcha);
    return captcha.siteKey === newKey ? verifier.solve({ action: captcha.action }) : 'of-the-old-key';
  });
  expect((await errorOf(() => ask(client))).code).toBe('CAPTCHA_REFUSED');
  solved.length = 0;
  await service.configure({ turnstileSiteKey: newKey });
  await ask(client);
  await ask(client);
  expect(solved.map((captcha) => captcha.siteKey)).toEqual([siteKey, newKey, newKey]);
});

test('if the site key cannot be read again, the first error is reported', async () => {
  const gone: GetCaptchaToken = () => Promise.reject(new CaptchaError('CAPTCHA_NOT_LOADED', 'offline'));
  const client = createClient({
    ...service.settings,
    keys: memoryKeyStore(),
    captcha: solveCaptchas(gone),
    fetch: (url, init) =>
      url.endsWith('/wallet_kit_client_params') ? Promise.reject(new TypeError('offline')) : service.fetch(url, init),
  });
  expect((await errorOf(() => ask(client))).code).toBe('CAPTCHA_NOT_LOADED');
});

test('single calls solve captchas as flows do, and an app without the setting gets an error that says so', async () => {
  const request = () => ({ otpType: 'OTP_TYPE_EMAIL', contact: newContact() }) as const;
  await call(clientWith(solve), proxyOtpInit, request());
  expect((await errorOf(() => call(clientWith(), proxyOtpInit, request()))).code).toBe('CAPTCHA_REQUIRED');
});

test.each<[string, () => Promise<unknown>]>([
  ['rejects', () => Promise.reject(new Error('the person gave up'))],
  ['resolves to nothing', async () => undefined],
  ['resolves to something else', async () => ({ token: 'a' })],
  ['resolves to what is no header', async () => 'two\nlines'],
])('a captcha whose function %s is a coded error, and nothing is sent', async (_, getCaptchaToken) => {
  const error = await errorOf(() => ask(clientWith(getCaptchaToken as GetCaptchaToken)));
  expect(error).toBeInstanceOf(CaptchaError);
  expect(error.code).toBe('CAPTCHA_FAILED');
  expect(sent.map(({ path }) => path)).toEqual(['/v1/wallet_kit_config', '/v1/wallet_kit_client_params']);
});

test('a person who cancels a captcha sends nothing, even if captchas were switched off, and is shown no error', async () => {
  const cancelled: GetCaptchaToken = async () => {
    await service.configure({ captchaEnabled: false });
    throw new CaptchaError('CAPTCHA_CANCELLED', 'cancelled');
  };
  const login = createLogin(clientWith(cancelled), {});
  const contact = login.getSnapshot();
  if (contact.at === 'contact') await contact.sendCode(newContact());
  expect(login.getSnapshot()).toMatchObject({ at: 'contact', busy: undefined, problem: undefined });
  expect(sent.map(({ path }) => path)).toEqual(['/v1/wallet_kit_config']);
});

test('an error of a refused request holds no token', async () => {
  const tokens: string[] = [];
  const solveElsewhere: GetCaptchaToken = async () => {
    tokens.push(verifier.solve({ action: 'elsewhere' }));
    return tokens.at(-1) ?? '';
  };
  const error = await errorOf(() => ask(clientWith(solveElsewhere)));
  expect(error.code).toBe('CAPTCHA_REFUSED');
  expect(tokens).toHaveLength(2);
  for (const token of tokens) expect(printed(error)).not.toContain(token);
});

test('a caller that aborts while the captcha is solved gets its own reason', async () => {
  const controller = new AbortController();
  const client = clientWith(({ signal }) => {
    controller.abort(new Error('gone'));
    return Promise.reject(signal?.reason);
  });
  const answer = requestOtp(client, {
    otpType: 'OTP_TYPE_EMAIL',
    contact: newContact(),
    signal: controller.signal,
  });
  await expect(answer).rejects.toThrow('gone');
});

test('a code is not lost when the captcha of the sign-up is refused: the next try logs in by the same code', async () => {
  let isRefused = true;
  const client = clientWith(async ({ action }) =>
    action === 'signup' && isRefused ? 'stale' : verifier.solve({ action }),
  );
  const contact = newContact();
  const { otpId } = await ask(client, contact);
  const typed = { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' };
  expect((await errorOf(() => loginWithOtp(client, typed))).code).toBe('CAPTCHA_REFUSED');
  isRefused = false;
  expect((await loginWithOtp(client, typed)).organizationId).toBeTruthy();
});
