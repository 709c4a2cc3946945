import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Client, createClient } from '../../../../src/client/createClient.js';
import { loginWithEmailLink, requestEmailLink } from '../../../../src/client/flows/emailLink.js';
import { dropTakenLink } from '../../../../src/client/links/linkInAddress.js';
import {
  EmailLinkScreen,
  type EmailLinkScreenProps,
  RecoveryScreen,
} from '../../../../src/components/mailLink/EmailLinkScreen.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { memoryKeyStore } from '../../../../src/sessions/keyStore.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { linksOf } from '../../../support/links.js';
import { ada, logIn } from '../../../support/people.js';
import '../../../../src/components/styles.css';
import { plugIn } from '../../passkeys/authenticator.js';

afterEach(async () => {
  dropTakenLink('login');
  dropTakenLink('recovery');
  history.replaceState(null, '', location.pathname);
  await page.viewport(1280, 800);
});

/** Ada has an account, and a new device. */
async function openPlace() {
  const service = await createTestService({ wasmUrl, config: { allowedAuthMethods: ['email', 'passkey'] } });
  onTestFinished(() => service.close());
  const device = (more: object = {}) =>
    createClient({
      ...service.settings,
      keys: memoryKeyStore(),
      sessionName: crypto.randomUUID(),
      random: () => 0,
      ...more,
    });
  await logIn(service, device());
  service.inbox.clear();
  return { service, device, mailed: () => service.inbox.lastCode(ada) ?? '' };
}

type Screen = typeof EmailLinkScreen | typeof RecoveryScreen;

/** Renders a screen as an app does. */
function show(Screen: Screen, client: Client, props: EmailLinkScreenProps): void {
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <LatchkeyProvider client={client}>
        <Screen {...props} autoFocus />
      </LatchkeyProvider>
    </StrictMode>,
  );
  onTestFinished(() => {
    root.unmount();
    container.remove();
    localStorage.clear();
  });
}

const sending = (service: TestService, purpose: 'login' | 'recovery' = 'login') => {
  const { send } = linksOf(service, { page: location.origin });
  return (link: object) => send(purpose, link);
};

const button = (name: string) => screen.findByRole('button', { name });
const form = () => document.querySelector<HTMLElement>('form[data-latchkey]');

/** Opens the page by a link. */
const openedBy = (parameter: string, bundle: string) => history.replaceState(null, '', `#${parameter}=${bundle}`);

describe('the screen of a link by mail', () => {
  test('the focus is never lost, and each step is read out', async () => {
    const { service, device, mailed } = await openPlace();
    const sessions: unknown[] = [];
    show(EmailLinkScreen, device(), { sendLink: sending(service), onLogin: (session) => sessions.push(session) });
    const field = await screen.findByLabelText('Email address');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('ada{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter an email like name@example.com.');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription('Enter an email like name@example.com.');
    await userEvent.clear(field);
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(field, `${ada}{Enter}`);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus());
    expect(screen.getByRole('status')).toHaveTextContent(`If ${ada} has an account`);
    await userEvent.tab();
    await userEvent.tab();
    expect(await button('Opened it on another device?')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('Code from the other device')).toHaveFocus());
    await userEvent.paste(mailed());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'You’re logged in' })).toHaveFocus());
    expect(sessions).toHaveLength(1);
  });

  test('T-47 takes the link out of the address before any click, and sends no request', async () => {
    const { service, device, mailed } = await openPlace();
    const asked: string[] = [];
    const client = device({
      fetch: (url: string, init: RequestInit) => {
        asked.push(new URL(url).pathname);
        return service.fetch(url, init);
      },
    });
    await requestEmailLink(client, { email: ada, sendLink: sending(service) });
    openedBy('email-login', mailed());
    show(EmailLinkScreen, client, { sendLink: sending(service) });
    await button('Log in');
    expect(location.hash).toBe('');
    expect(document.body.innerHTML).not.toContain(mailed());
    expect(asked.filter((path) => !path.endsWith('wallet_kit_config'))).toEqual([]);
    expect((await client.sessions.current()).sessions).toEqual([]);
  });

  test('returns to waiting for a sent link when the page is reloaded', async () => {
    const { service, device } = await openPlace();
    const client = device();
    await requestEmailLink(client, { email: ada, sendLink: sending(service) });
    show(EmailLinkScreen, client, { sendLink: sending(service) });
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
    await userEvent.click(await button('Back'));
    expect(await screen.findByLabelText('Email address')).toHaveValue(ada);
  });

  test('that was sent logs in when the link is opened in another tab', async () => {
    const { service, device, mailed } = await openPlace();
    const client = device();
    const sessions: unknown[] = [];
    show(EmailLinkScreen, client, { sendLink: sending(service), onLogin: (session) => sessions.push(session) });
    await userEvent.type(await screen.findByLabelText('Email address'), `${ada}{Enter}`);
    await screen.findByRole('heading', { name: 'Check your email' });
    await loginWithEmailLink(client, { link: mailed() });
    await screen.findByRole('heading', { name: 'You’re logged in' });
    expect(sessions).toHaveLength(1);
  });

  test('opens a link that is put into the address of the waiting page', async () => {
    const { service, device, mailed } = await openPlace();
    show(EmailLinkScreen, device(), { sendLink: sending(service) });
    await userEvent.type(await screen.findByLabelText('Email address'), `${ada}{Enter}`);
    await screen.findByRole('heading', { name: 'Check your email' });
    location.hash = `email-login=${mailed()}`;
    await userEvent.click(await button('Log in'));
    await screen.findByRole('heading', { name: 'You’re logged in' });
  });

  test('shows in another browser what to paste, keeps it in no attribute or state, and starts again', async () => {
    const { service, device, mailed } = await openPlace();
    await requestEmailLink(device(), { email: ada, sendLink: sending(service) });
    openedBy('email-login', mailed());
    show(EmailLinkScreen, device(), { sendLink: sending(service) });
    await screen.findByRole('heading', { name: 'Finish where you started' });
    expect(screen.getByLabelText('Code')).toHaveValue(mailed());
    expect(document.body.innerHTML).not.toContain(mailed());
    await userEvent.click(await button('Start over'));
    await waitFor(() => expect(screen.getByLabelText('Email address')).toHaveFocus());
  });

  test('shows what the app’s backend refused, and when to try again', async () => {
    const { device } = await openPlace();
    const refuse = () => Promise.reject({ code: 'TOO_MANY_CODES', retryAfterMs: 120_000 });
    show(EmailLinkScreen, device(), { sendLink: refuse, defaultEmail: ada });
    await userEvent.click(await button('Email me a link'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many links requested. Try again in 2 minutes.');
    expect(form()?.dataset.error).toBe('TOO_MANY_CODES');
  });

  test('with letters twice as large nothing is cut off', async () => {
    await page.viewport(640, 800);
    document.documentElement.style.fontSize = '200%';
    onTestFinished(() => document.documentElement.removeAttribute('style'));
    const { service, device, mailed } = await openPlace();
    await requestEmailLink(device(), { email: ada, sendLink: sending(service) });
    openedBy('email-login', mailed());
    show(EmailLinkScreen, device(), { sendLink: sending(service) });
    const copy = await button('Copy code');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(640);
    expect(copy.scrollWidth).toBeLessThanOrEqual(Math.ceil(copy.getBoundingClientRect().width));
  });

  test.each([320, 400])('at %i pixels nothing is cut off', async (width) => {
    await page.viewport(width, 800);
    const { service, device, mailed } = await openPlace();
    await requestEmailLink(device(), { email: ada, sendLink: sending(service) });
    openedBy('email-login', mailed());
    show(EmailLinkScreen, device({ language: 'de' }), { sendLink: sending(service) });
    const copy = await button('Code kopieren');
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    expect(Math.ceil(copy.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44);
  });
});

test('a recovery makes a passkey, which logs in', async () => {
  const { service, device, mailed } = await openPlace();
  await plugIn();
  const client = device({ passkeyRpId: 'localhost' });
  await requestEmailLink(client, { email: ada, sendLink: sending(service, 'recovery'), purpose: 'recovery' });
  openedBy('email-recovery', mailed());
  const sessions: unknown[] = [];
  show(RecoveryScreen, client, {
    sendLink: sending(service, 'recovery'),
    onLogin: (session) => sessions.push(session),
  });
  await userEvent.click(await button('Create a passkey'));
  await screen.findByRole('heading', { name: 'Your account is back' });
  await userEvent.click(await button('Log in'));
  await screen.findByRole('heading', { name: 'You’re logged in' });
  expect(sessions).toHaveLength(1);
});
