import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, onTestFinished, test } from 'vitest';
import { CaptchaError, type GetCaptchaToken } from '../../../src/client/captcha/captcha.js';
import { solveCaptchas } from '../../../src/client/captcha/solveCaptchas.js';
import { createClient } from '../../../src/client/createClient.js';
import { AccountPanel } from '../../../src/components/account/AccountPanel.js';
import { EmailLinkScreen } from '../../../src/components/mailLink/EmailLinkScreen.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { useRequestOtp } from '../../../src/hooks/otp.js';
import { createLogin } from '../../../src/login/createLogin.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { logIn } from '../../../src/testing/logIn.js';
import { plugIn } from '../passkeys/authenticator.js';

/** @see Turnstile, "Test your Turnstile implementation": a secret key that takes every token */
const turnstileSecretKey = '1x0000000000000000000000000000000AA';

async function openService() {
  const service = await createTestService({
    wasmUrl,
    config: {
      allowedAuthMethods: ['email', 'passkey'],
      captchaEnabled: true,
      turnstileSiteKey: 'site',
      turnstileSecretKey,
    },
  });
  onTestFinished(async () => {
    cleanup();
    localStorage.clear();
    await service.close();
  });
  return service;
}

const cancels: GetCaptchaToken = () => Promise.reject(new CaptchaError('CAPTCHA_CANCELLED', 'cancelled'));

test('the provider’s function solves captchas, the one of the last render', async () => {
  const service = await openService();
  const settings = { ...service.settings, keys: memoryKeyStore() };
  const asked: string[] = [];
  const solver =
    (name: string): GetCaptchaToken =>
    async ({ siteKey, action }) => {
      asked.push(`${name} ${siteKey} ${action}`);
      return 'token';
    };
  let getCaptchaToken = solver('first');
  const { result, rerender } = renderHook(() => useRequestOtp(), {
    wrapper: ({ children }) => (
      <StrictMode>
        <LatchkeyProvider settings={settings} getCaptchaToken={getCaptchaToken}>
          {children}
        </LatchkeyProvider>
      </StrictMode>
    ),
  });
  const ask = (contact: string) => act(() => result.current.mutateAsync({ otpType: 'OTP_TYPE_EMAIL', contact }));
  await ask('ada@example.com');
  getCaptchaToken = solver('second');
  rerender();
  await ask('bob@example.com');
  expect(asked).toEqual(['first site otp_init', 'second site otp_init']);
  expect(service.inbox.list()).toHaveLength(2);
});

test('who cancels the captcha of a sign-up by passkey is back where they were, without an error, and can try again', async () => {
  await plugIn();
  const service = await openService();
  let isCancelled = true;
  const getCaptchaToken: GetCaptchaToken = async (captcha) => (isCancelled ? cancels(captcha) : 'token');
  const client = createClient({
    ...service.settings,
    keys: memoryKeyStore(),
    captcha: solveCaptchas(getCaptchaToken),
  });
  const sessions: unknown[] = [];
  const login = createLogin(client, { onLogin: (session) => sessions.push(session) });
  const signUp = async () => {
    const shown = login.getSnapshot();
    if (shown.at === 'contact') await shown.signUpByPasskey();
    return login.getSnapshot();
  };
  expect(await signUp()).toMatchObject({
    at: 'contact',
    busy: undefined,
    problem: undefined,
    tried: { type: 'passkey' },
  });
  expect(sessions).toEqual([]);
  isCancelled = false;
  expect(await signUp()).toMatchObject({ busy: 'leaving', problem: undefined });
  expect(sessions).toHaveLength(1);
});

test('who cancels a captcha of the app before a link is mailed sees no error, and can send it again', async () => {
  const service = await openService();
  const sent: string[] = [];
  let isCancelled = true;
  render(
    <LatchkeyProvider settings={{ ...service.settings, keys: memoryKeyStore() }}>
      <EmailLinkScreen
        autoFocus
        sendLink={async ({ email }) => {
          if (isCancelled) await cancels({ siteKey: 'site', action: 'email_link', signal: undefined });
          sent.push(email);
        }}
      />
    </LatchkeyProvider>,
  );
  const field = await screen.findByLabelText('Email address');
  await userEvent.type(field, 'ada@example.com{Enter}');
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect([sent, (field as HTMLInputElement).value]).toEqual([[], 'ada@example.com']);
  isCancelled = false;
  await userEvent.type(field, '{Enter}');
  await screen.findByRole('heading', { name: 'Check your email' });
  expect(sent).toEqual(['ada@example.com']);
});

test('who cancels the captcha before a code for a new address sees no error, the app hears of none, and it can be sent again', async () => {
  const service = await openService();
  const asked: boolean[] = [];
  let isCancelled = false;
  const getCaptchaToken: GetCaptchaToken = async (captcha) => {
    asked.push(isCancelled);
    return isCancelled ? cancels(captcha) : 'token';
  };
  const { client } = await logIn(service, 'ada@example.com', { captcha: solveCaptchas(getCaptchaToken) });
  const told: string[] = [];
  render(
    <LatchkeyProvider client={client} onError={({ code }) => void told.push(code)}>
      <AccountPanel />
    </LatchkeyProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change: Email' }));
  isCancelled = true;
  await userEvent.type(screen.getByLabelText('Email'), 'new@example.com{Enter}');
  await expect.poll(() => asked.at(-1)).toBe(true);
  await expect.poll(() => document.querySelector('form [data-state=busy]')).toBeNull();
  expect([told, screen.queryByRole('alert')]).toEqual([[], null]);
  isCancelled = false;
  await userEvent.type(screen.getByLabelText('Email'), '{Enter}');
  await screen.findByLabelText('6-digit code');
});
