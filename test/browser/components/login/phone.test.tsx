import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Login, openLogin } from './openLogin.js';

afterEach(() => vi.restoreAllMocks());

const config = { allowedAuthMethods: ['email', 'sms'] as ('email' | 'sms')[] };
const country = page.getByLabelText('Country');

async function openPhone(): Promise<Login> {
  const login = await openLogin({ config });
  await login.button('Use phone').click();
  await expect.element(login.phone).toHaveFocus();
  await expect.element(country).toBeEnabled();
  return login;
}

describe('the ways a code may travel', () => {
  test('are those of the configuration', async () => {
    const { button } = await openLogin();
    await expect.element(button('Continue')).toBeVisible();
    await expect.element(button(/Use/)).not.toBeInTheDocument();
  });

  test('or those that the app names, in its order', async () => {
    const { phone, button } = await openLogin({ screen: { methods: ['sms', 'email'] } });
    await expect.element(phone).toBeVisible();
    await expect.element(button('Use email')).toBeVisible();
  });

  test('keep the text typed for each', async () => {
    const { email, phone, button } = await openLogin({ config });
    await email.fill('ada@example.com');
    await button('Use phone').click();
    await phone.fill('151 234');
    await button('Use email').click();
    await expect.element(email).toHaveValue('ada@example.com');
    await button('Use phone').click();
    await expect.element(phone).toHaveValue('151 234');
  });

  test('one that is disabled is reported', async () => {
    const { phone, type, alert } = await openLogin({ screen: { methods: ['sms'] } });
    await phone.fill('+4915123456789');
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent(/Phone login isn’t available/);
  });
});

describe('a phone number', () => {
  test('is requested with the country of the browser’s language by name, and logs in by text message', async () => {
    const { phone, type, status, service, code, isAt, isIn } = await openPhone();
    expect(phone.element()).toMatchObject({ type: 'tel', autocomplete: 'tel-national' });
    await expect.element(country).toHaveValue('US');
    await country.selectOptions('Germany +49');
    await phone.fill('0151 234 567 89');
    await type('{Enter}');
    await isAt('code');
    await expect.element(status).toHaveTextContent('Enter the 6‑digit code we sent to +49 151 23456789.');
    await expect.element(code).toHaveFocus();
    await type(service.inbox.lastCode('+4915123456789') ?? '');
    await isIn();
  });

  test('pasted with a country code selects its country', async () => {
    const { phone, paste, type, isAt, service } = await openPhone();
    paste('+44 7400 123456');
    await expect.element(country).toHaveValue('GB');
    await expect.element(phone).toHaveValue('7400 123456');
    await type('{Enter}');
    await isAt('code');
    expect(service.inbox.lastCode('+447400123456')).toMatch(/^\d{6}$/);
  });

  test('set by the app is in its field, with its country selected', async () => {
    const { phone } = await openLogin({ config, screen: { defaultContact: '+491512345678' } });
    await expect.element(country).toHaveValue('DE');
    await expect.element(phone).toHaveValue('151 2345678');
  });

  test('is grouped while it is typed, and the caret stays behind its digit', async () => {
    const { phone, type } = await openPhone();
    const field = phone.element() as HTMLInputElement;
    await type('4155550171');
    await expect.element(phone).toHaveValue('415 555 0171');
    await type('{ArrowLeft}{ArrowLeft}{Backspace}');
    await expect.element(phone).toHaveValue('415 555 071');
    expect(field.selectionStart).toBe(9);
    await type('1');
    await expect.element(phone).toHaveValue('415 555 0171');
    expect(field.selectionStart).toBe(10);
    await country.selectOptions('France +33');
    await phone.fill('');
    await type('0612345678');
    await expect.element(phone).toHaveValue('06 12 34 56 78');
  });

  test.each(['415-555', '(415) 555', '41 55 5'])('typed as %j keeps the typed grouping', async (typed) => {
    const { phone, type } = await openPhone();
    await type(typed);
    await expect.element(phone).toHaveValue(typed);
  });

  test('has a name, and is described by its hint until its country is known', async () => {
    const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('tlh');
    const { phone, paste } = await openPhone();
    await expect.element(phone).toHaveAccessibleDescription('Start with + and your country code, like +44.');
    expect(phone.element()).toMatchObject({ name: 'phone', enterKeyHint: 'send' });
    paste('+44 7400 123456');
    await expect.element(phone).not.toHaveAccessibleDescription();
    language.mockRestore();
  });

  test('that is invalid is refused without a request', async () => {
    const { phone, type, alert } = await openPhone();
    await phone.fill('12');
    await type('{Enter}');
    await expect.element(alert).toHaveTextContent(/Enter your full phone number/);
    await expect.element(phone).toHaveFocus();
    await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
  });

  test('is shown again as it was typed', async () => {
    const { phone, type, button, isAt } = await openPhone();
    await country.selectOptions('United Kingdom +44');
    await phone.fill('07400 123456');
    await type('{Enter}');
    await isAt('code');
    await button('Change phone number').click();
    await expect.element(phone).toHaveValue('07400 123456');
    await expect.element(country).toHaveValue('GB');
  });
});

describe('a text message that the browser reads', () => {
  /** A stand-in for Android's prompt: the page's request, and a function that answers it. */
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
    const { phone, type, isAt, service, isIn } = await openPhone();
    await phone.fill('+447400123456');
    await type('{Enter}');
    await isAt('code');
    await expect.poll(() => asked.at(-1)?.signal.aborted).toBe(false);
    expect(vi.mocked(navigator.credentials.get).mock.lastCall?.[0]).toMatchObject({ otp: { transport: ['sms'] } });
    asked.at(-1)?.answer(service.inbox.lastCode('+447400123456') ?? '');
    await isIn();
  });

  test('is no longer waited for once a typed code is sent', async () => {
    const asked = listen();
    const { phone, type, isAt, service, isIn } = await openPhone();
    await phone.fill('+447400123456');
    await type('{Enter}');
    await isAt('code');
    await type(service.inbox.lastCode('+447400123456') ?? '');
    await isIn();
    expect(asked.map(({ signal }) => signal.aborted)).not.toContain(false);
  });

  test('is not waited for while a code travels by e-mail', async () => {
    const asked = listen();
    const { askFor } = await openLogin({ config });
    await askFor('ada@example.com');
    expect(asked).toEqual([]);
  });
});
