import { afterEach, describe, expect, test, vi } from 'vitest';
import { countries } from '../../src/login/countries.js';
import { createLogin } from '../../src/login/createLogin.js';
import { otpBy } from '../../src/login/methods.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { alone } from '../support/alone.js';
import { ada, newClient, wrong } from '../support/people.js';
import { openTrip } from './openTrip.js';

const bob = 'bob@example.com';
const both = { config: { allowedAuthMethods: ['email', 'sms'] as ('email' | 'sms')[] } };

describe('a login', () => {
  test('leads from a contact by a code to a session, and reports it once', async () => {
    const { atContact, atCode, receive, sessions, client } = await openTrip();
    expect(atContact()).toMatchObject({ method: { type: 'otp', channel: 'email' }, draft: '', busy: undefined });
    const code = await receive(` Ada <${ada}> `);
    expect(atCode()).toMatchObject({ contact: { address: ada, shown: ada }, isRepeated: false, isOver: false });
    await atCode().enterCode(`${code.slice(0, 3)}-${code.slice(3)}`);
    expect(atCode()).toMatchObject({ busy: 'leaving', problem: undefined });
    expect(sessions).toEqual([client.sessions.getSnapshot().active]);
    await atCode().enterCode(code);
    expect(sessions).toHaveLength(1);
  });

  test('starts again if it is still shown when the person logs out', async () => {
    const { atContact, atCode, receive, client, sessions } = await openTrip();
    await atCodeAfter(receive(ada), (code) => atCode().enterCode(code));
    await client.sessions.close(sessions[0]?.publicKey ?? '');
    expect(atContact()).toMatchObject({ busy: undefined, draft: ada });
  });

  test('sends one request at a time', async () => {
    const { atContact, atCode, service } = await openTrip();
    const step = atContact();
    const first = step.sendCode(ada);
    expect(atContact().busy).toBe('asking');
    await Promise.all([first, step.sendCode(bob), atContact().sendCode(ada)]);
    expect(service.inbox.list()).toHaveLength(1);
    expect(atCode().contact.address).toBe(ada);
  });

  test('keeps the same state object until something changes, and then changes it once', async () => {
    const { login, atContact, calls, look } = await openTrip();
    await expect.poll(calls).toBe(0); // the configuration says what was shown already
    const before = login.getSnapshot();
    look();
    expect(login.getSnapshot()).toBe(before);
    await atContact().sendCode('ada');
    expect(login.getSnapshot()).not.toBe(before);
    expect(before.problem).toBeUndefined();
  });

  test('uses neither service nor browser before it is used, and renders the first step on a server', async () => {
    const service = await createTestService();
    const fetch = vi.fn(service.fetch);
    const login = createLogin(newClient(service, { fetch }), { defaultContact: ada });
    expect(login.getServerSnapshot()).toMatchObject({ at: 'contact', draft: ada });
    expect(login.getServerSnapshot()).toBe(login.getServerSnapshot());
    expect(fetch).not.toHaveBeenCalled();
    const stop = login.subscribe(() => {});
    await expect.poll(() => fetch).toHaveBeenCalledOnce();
    stop();
  });

  test('without subscribers still reports its session to the app', async () => {
    const { atCode, receive, stop, sessions } = await openTrip();
    const code = await receive(ada);
    const leaving = atCode().enterCode(code);
    stop();
    await leaving;
    expect(sessions).toHaveLength(1);
  });
});

describe('the methods', () => {
  test('are those of the configuration, as soon as it is known', async () => {
    const { atContact } = await openTrip(both);
    await expect.poll(() => atContact().methods).toEqual([otpBy('email'), otpBy('sms')]);
  });

  test('are the app’s own if it names them, also later', async () => {
    const { login, atContact, calls } = await openTrip({ ...both, methods: [otpBy('sms')] });
    expect(atContact()).toMatchObject({ methods: [otpBy('sms')], method: otpBy('sms') });
    login.update({ methods: [otpBy('email')] });
    expect(atContact().method).toEqual(otpBy('email'));
    const before = calls();
    login.update({ methods: [otpBy('email')] });
    expect(calls()).toBe(before);
  });

  test('include no e-mail address if the app names only a provider, also before the configuration is known', async () => {
    const google = { type: 'oauth', provider: 'google', label: 'Google' };
    const { atContact } = await openTrip({ names: ['google'] });
    expect(atContact()).toMatchObject({ methods: [google], method: google });
    const { atContact: atIssuer } = await openTrip({ names: [{ issuer: 'example' }] });
    expect(atIssuer()).toMatchObject({ methods: [], method: { type: 'oauth', provider: 'example' } });
  });

  test('are those of the configuration if it has none of the app’s', async () => {
    const { atContact } = await openTrip({ ...both, names: ['google'] });
    await expect.poll(() => atContact().methods).toEqual([otpBy('email'), otpBy('sms')]);
  });

  test('are those of the configuration if the app names none that is known, also before it is known', async () => {
    const { atContact } = await openTrip({ ...both, names: JSON.parse('["emial", null]') });
    expect(atContact().methods).toEqual([otpBy('email')]);
    await expect.poll(() => atContact().methods).toEqual([otpBy('email'), otpBy('sms')]);
  });

  test('are passkeys if there is nothing else, even in a browser without passkeys', async () => {
    const { atContact } = await openTrip({ config: { allowedAuthMethods: ['passkey'] } });
    await expect.poll(() => atContact().methods).toEqual([{ type: 'passkey' }]);
    await atContact().logInBy({ type: 'passkey' });
    expect(atContact().problem?.code).toBe('PASSKEY_NOT_SUPPORTED');
  });

  test('can be chosen, and keep the text typed for each', async () => {
    const { atContact } = await openTrip(both);
    atContact().chooseMethod(otpBy('sms'), 'ada@exa');
    expect(atContact()).toMatchObject({ method: otpBy('sms'), draft: '' });
    atContact().chooseMethod(otpBy('email'), '+44 7400');
    expect(atContact()).toMatchObject({ method: otpBy('email'), draft: 'ada@exa' });
    atContact().chooseMethod(otpBy('sms'));
    expect(atContact().draft).toBe('+44 7400');
  });

  test('do not change by themselves once something was typed', async () => {
    const { login, atContact } = await openTrip({ methods: [otpBy('email'), otpBy('sms')] });
    atContact().typed();
    login.update({ methods: [otpBy('sms'), otpBy('email')] });
    expect(atContact().method).toEqual(otpBy('email'));
  });

  test('send text messages, too, to a national or an international number', async () => {
    const { atContact, atCode, service } = await openTrip({ ...both, methods: [otpBy('sms')] });
    await atContact().sendCode('07400 123456');
    expect(atContact().problem?.code).toBe('CONTACT_INVALID');
    await atContact().sendCode(
      '07400 123456',
      countries.find(({ code }) => code === 'GB'),
    );
    expect(atCode().contact).toEqual({ channel: 'sms', address: '+447400123456', shown: '+44 7400 123456' });
    expect(service.inbox.list('+447400123456')).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  test('with an invalid address is reported without a request, and cleared with the next key', async () => {
    const { atContact, service } = await openTrip();
    service.failures.next('otp_init', 'unreachable');
    await atContact().sendCode('ada');
    expect(atContact().problem?.code).toBe('CONTACT_INVALID');
    atContact().typed();
    expect(atContact().problem).toBeUndefined();
  });

  test('with an incomplete code uses no try', async () => {
    const { atCode, receive, sessions } = await openTrip();
    const code = await receive(ada);
    for (const part of ['', code.slice(1), '12-34', 'abc']) {
      await atCode().enterCode(part);
      expect(atCode().problem?.code).toBe('CODE_INCOMPLETE');
    }
    await atCode().enterCode(code);
    expect(sessions).toHaveLength(1);
  });

  test('with a code is reported each time, until only another code helps after too many tries', async () => {
    const { atCode, receive, service, sessions } = await openTrip();
    const code = await receive(ada);
    const problems: unknown[] = [];
    for (const by of [1, 2, 3]) {
      await atCode().enterCode(code.replace(/./g, (digit) => String((Number(digit) + by) % 10)));
      problems.push(atCode().problem);
    }
    expect(problems).toMatchObject([{ code: 'OTP_WRONG' }, { code: 'OTP_WRONG' }, { code: 'TOO_MANY_ATTEMPTS' }]);
    expect(problems[0]).not.toBe(problems[1]);
    expect(atCode()).toMatchObject({ isOver: true, canResend: true });
    await atCode().enterCode(wrong(code));
    expect(atCode().problem).toBe(problems[2]);
    await atCode().resendCode();
    expect(atCode()).toMatchObject({ isOver: false, problem: undefined });
    await atCode().enterCode(service.inbox.lastCode(ada) ?? '');
    expect(sessions).toHaveLength(1);
  });

  test('with the connection changes nothing, and the same code logs in later', async () => {
    const { atCode, receive, service, sessions } = await openTrip();
    const code = await receive(ada);
    service.failures.next('otp_verify', 'answer lost', 10);
    await atCode().enterCode(code);
    expect(atCode()).toMatchObject({ problem: { code: 'NETWORK_FAILED' }, busy: undefined, isOver: false });
    atCode().typed();
    expect(atCode().problem?.code).toBe('NETWORK_FAILED');
    service.failures.clear();
    await atCode().enterCode(code);
    expect(sessions).toHaveLength(1);
  });

  test('with a time limit is cleared when the time is over', async () => {
    const { atContact, service, look, calls } = await openTrip();
    service.failures.next('otp_init', { refuse: 'TOO_MANY_CODES', details: { retryAfterMs: 9_000 } });
    await atContact().sendCode(ada);
    expect(atContact().problem).toMatchObject({ code: 'TOO_MANY_CODES', retryAfterMs: 9_000 });
    service.clock.advanceMs(8_999);
    look();
    expect(atContact().problem?.code).toBe('TOO_MANY_CODES');
    const before = calls();
    service.clock.advanceMs(1);
    look();
    expect(atContact().problem).toBeUndefined();
    expect(calls()).toBe(before + 1);
  });
});

describe('another code', () => {
  test('is available after half a minute, and the first one still logs in', async () => {
    const { atCode, receive, service, look, sessions } = await openTrip();
    const first = await receive(ada);
    expect(atCode().canResend).toBe(false);
    await atCode().resendCode();
    expect(service.inbox.list()).toHaveLength(1);
    service.clock.advanceMs(30_000);
    look();
    expect(atCode().canResend).toBe(true);
    const { otpId } = atCode();
    await atCode().resendCode();
    expect(atCode()).toMatchObject({ isRepeated: true, canResend: false });
    expect(atCode().otpId).not.toBe(otpId);
    await atCode().enterCode(first);
    expect(sessions).toHaveLength(1);
  });

  test('is needed after the last one has expired, as the configuration says', async () => {
    const emailCustomizationParams = { appName: 'Acme' };
    const { atContact, atCode, receive, service, look, sessions } = await openTrip({
      config: { otpExpirationSeconds: 45, emailCustomizationParams },
    });
    await expect.poll(() => atContact().appName).toBe('Acme');
    const code = await receive(ada);
    service.clock.advanceMs(44_999);
    look();
    expect(atCode().isOver).toBe(false);
    service.clock.advanceMs(1);
    await atCode().enterCode(code);
    look();
    expect(atCode()).toMatchObject({ isOver: true, problem: undefined });
    expect(sessions).toEqual([]);
  });

  test('is not sent if the person returns to the same contact at once', async () => {
    const { atContact, atCode, receive, service } = await openTrip();
    await receive(ada);
    atCode().changeContact();
    expect(atContact().draft).toBe(ada);
    await atContact().sendCode(ada);
    expect(atCode().isRepeated).toBe(false);
    atCode().changeContact();
    await atContact().sendCode(bob);
    expect(service.inbox.list().map(({ to }) => to)).toHaveLength(2);
  });

  test('may have another form than the configuration says, and is read in its own form', async () => {
    const { atContact, atCode, receive, service, sessions } = await openTrip({
      config: { otpLength: 9, otpAlphanumeric: true },
    });
    await expect.poll(() => atContact().form).toEqual({ length: 9, alphanumeric: true });
    const code = await receive(ada);
    await service.configure({ otpLength: 6, otpAlphanumeric: false });
    expect(atCode().form).toEqual({ length: 9, alphanumeric: true });
    await atCode().enterCode(code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'));
    expect(sessions).toHaveLength(1);
  });
});

describe('a tab that is loaded again', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('returns to the valid code, and has stored nothing secret', async () => {
    const kept = keepInMemory();
    const before = await openTrip();
    const code = await before.receive(ada);
    await before.atCode().enterCode(wrong(code));
    before.stop();
    expect(JSON.stringify([...kept])).toContain(ada);
    for (const typed of [code, wrong(code)]) expect(JSON.stringify([...kept])).not.toMatch(alone(typed));
    const after = await openTrip({ service: before.service });
    expect(after.atCode()).toMatchObject({ contact: { address: ada }, problem: undefined });
    await after.atCode().enterCode(code);
    expect(after.sessions).toHaveLength(1);
  });

  test('offers the last contact, unless the app sets another', async () => {
    keepInMemory();
    const before = await openTrip();
    await atCodeAfter(before.receive(ada), (code) => before.atCode().enterCode(code));
    before.stop();
    const { service } = before;
    expect((await openTrip({ service })).atContact().draft).toBe(ada);
    expect((await openTrip({ service, defaultContact: bob })).atContact().draft).toBe(bob);
  });

  test.each([
    '{',
    '{"step":{"at":"code","sent":{"codes":7}}}',
    '{"last":{"method":"email","shown":"ada@example.com"}}',
    '{"step":{"at":"code","sent":{"to":{"method":"sms","address":"+1","shown":"+1"},"codes":[{"otpId":"a","expiresAtMs":9e15}]}}}',
  ])('starts again if its stored state is %s', async (text) => {
    const kept = keepInMemory();
    const service = await createTestService();
    kept.set(`latchkey.login.${service.settings.authProxyConfigId}`, text);
    expect((await openTrip({ service })).atContact().draft).toBe('');
  });

  test('knows the configuration before the service has answered', async () => {
    keepInMemory();
    const before = await openTrip({ config: { emailCustomizationParams: { appName: 'Acme' } } });
    await expect.poll(() => before.atContact().appName).toBe('Acme');
    before.service.failures.next('wallet_kit_config', 'unreachable', 99);
    expect((await openTrip({ service: before.service })).atContact().appName).toBe('Acme');
  });
});

async function atCodeAfter(received: Promise<string>, next: (code: string) => Promise<void>): Promise<void> {
  await next(await received);
}

/** Both storages of a browser, which Node has not. */
function keepInMemory(): Map<string, string> {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  return kept;
}

test.each([
  ['de-AT', /Anmeldecode/],
  ['nl', /login code/],
  [undefined, /login code/],
])('a mail is in the language of the settings, %j, where the service writes it', async (language, subject) => {
  const service = await createTestService({ config: { emailCustomizationParams: { appName: 'Acme' } } });
  const login = createLogin(newClient(service, language === undefined ? {} : { language }));
  const stop = login.subscribe(() => {});
  await expect.poll(() => login.getSnapshot().appName).toBe('Acme'); // the configuration is known
  const step = login.getSnapshot();
  if (step.at === 'contact') await step.sendCode(ada);
  expect(service.inbox.list()[0]).toMatchObject({ subject: expect.stringMatching(subject) });
  stop();
  await service.close();
});
