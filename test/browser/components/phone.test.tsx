import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Login, openLogin } from './openLogin.js';

afterEach(() => vi.restoreAllMocks());

const config = { allowedAuthMethods: ['email', 'sms'] as ('email' | 'sms')[] };
const country = page.getByLabelText('Country');

async function openPhone(): Promise<Login> {
  const login = await openLogin({ config });
  await login.button('Use a phone number instead').click();
  await expect.element(login.phone).toHaveFocus();
  await expect.element(country).toBeEnabled();
  return login;
}

describe('the ways a code may travel', () => {
  test('are those of the configuration', async () => {
    const { button } = await openLogin();
    await expect.element(button('Continue')).toBeVisible();
    await expect.element(button(/instead/)).not.toBeInTheDocument();
  });

  test('or those that the app names, first choice first', async () => {
    const { phone, button } = await openLogin({ screen: { methods: ['sms', 'email'] } });
    await expect.element(phone).toBeVisible();
    await expect.element(button('Use an e-mail address instead')).toBeVisible();
  });

  test('keep what was typed for each', async () => {
    const { email, phone, button } = await openLogin({ config });
    await email.fill('ada@example.com');
    await button('Use a phone number instead').click();
    await phone.fill('151 234');
    await button('Use an e-mail address instead').click();
    await expect.element(email).toHaveValue('ada@example.com');
    await button('Use a phone number instead').click();
    await expect.element(phone).toHaveValue('151 234');
  });

  test('one that is not switched on says so', async () => {
    const { phone, type, alert } = await openLogin({ screen: { methods: ['sms'] } });
    await phone.fill('+4915123456789');
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent(/text message is not switched on/);
  });
});

describe('a phone number', () => {
  test('is asked for with the country of the browser’s language, by name, and logs in by text message', async () => {
    const { phone, type, status, service, code, isAt } = await openPhone();
    expect(phone.element()).toMatchObject({ type: 'tel', autocomplete: 'tel-national' });
    await expect.element(country).toHaveValue('US');
    await country.selectOptions('Germany +49');
    await phone.fill('0151 234 567 89');
    await type('{Enter}');
    await isAt('code');
    await expect.element(status).toHaveTextContent('We sent a code of 6 digits to +49 0151 234 567 89.');
    await expect.element(code).toHaveFocus();
    await type(service.inbox.lastCode('+4915123456789') ?? '');
    await isAt('done');
  });

  test('pasted with its country chooses it', async () => {
    const { phone, paste, type, isAt, service } = await openPhone();
    paste('+44 7400 123456');
    await expect.element(country).toHaveValue('GB');
    await expect.element(phone).toHaveValue('7400123456');
    await type('{Enter}');
    await isAt('code');
    expect(service.inbox.lastCode('+447400123456')).toMatch(/^\d{6}$/);
  });

  test('given beforehand stands in its field, its country chosen', async () => {
    const { phone } = await openLogin({ config, screen: { defaultContact: '+491512345678' } });
    await expect.element(country).toHaveValue('DE');
    await expect.element(phone).toHaveValue('1512345678');
  });

  test('that cannot be one is refused here', async () => {
    const { phone, type, alert } = await openPhone();
    await phone.fill('12');
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent(/whole phone number/);
    await expect.element(phone).toHaveFocus();
    await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
  });

  test('comes back as it was typed', async () => {
    const { phone, type, button, isAt } = await openPhone();
    await country.selectOptions('United Kingdom +44');
    await phone.fill('07400 123456');
    await type('{Enter}');
    await isAt('code');
    await button('Change the phone number').click();
    await expect.element(phone).toHaveValue('07400 123456');
    await expect.element(country).toHaveValue('GB');
  });
});

describe('a text message that the browser reads', () => {
  /** Stands in for Android's prompt: what the page asked for, and a way to answer. */
  function listen() {
    const asked: { signal: AbortSignal; answer: (code: string) => void }[] = [];
    vi.spyOn(navigator.credentials, 'get').mockImplementation(
      (request) =>
        new Promise((resolve, reject) => {
          const signal = (request as { signal: AbortSignal }).signal;
          signal.addEventListener('abort', () => reject(signal.reason));
          asked.push({ signal, answer: (code) => resolve({ code } as unknown as Credential) });
        }),
    );
    return asked;
  }

  test('fills the code in and sends it', async () => {
    const asked = listen();
    const { phone, type, isAt, service } = await openPhone();
    await phone.fill('+447400123456');
    await type('{Enter}');
    await isAt('code');
    await expect.poll(() => asked.at(-1)?.signal.aborted).toBe(false);
    expect(vi.mocked(navigator.credentials.get).mock.lastCall?.[0]).toMatchObject({ otp: { transport: ['sms'] } });
    asked.at(-1)?.answer(service.inbox.lastCode('+447400123456') ?? '');
    await isAt('done');
  });

  test('is no longer waited for once the code is sent by hand', async () => {
    const asked = listen();
    const { phone, type, isAt, service } = await openPhone();
    await phone.fill('+447400123456');
    await type('{Enter}');
    await isAt('code');
    await type(service.inbox.lastCode('+447400123456') ?? '');
    await isAt('done');
    expect(asked.map(({ signal }) => signal.aborted)).not.toContain(false);
  });

  test('is not waited for while a code travels by e-mail', async () => {
    const asked = listen();
    const { askFor } = await openLogin({ config });
    await askFor('ada@example.com');
    expect(asked).toEqual([]);
  });
});
