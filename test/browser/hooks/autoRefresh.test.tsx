import { act, renderHook, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ask } from '../../../src/client/ask.js';
import { autoRefresh } from '../../../src/client/autoRefresh.js';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { useSession } from '../../../src/hooks/useSession.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import { openKit } from './kit.js';

const minuteMs = 60_000;
const weekSeconds = 7 * 24 * 3600;

/** A person who logged in for 15 minutes, or for as long as is said. */
async function openPage(sessionExpirationSeconds = 900) {
  const kit = await openKit();
  await kit.service.configure({ sessionExpirationSeconds });
  const session = await kit.logIn();
  onTestFinished(autoRefresh(kit.client));
  await kit.client.sessions.current();
  const asked = () => kit.client.sessions.current().then(({ active }) => active);
  /** Moves the clock, and waits for what the page then does. */
  const pass = async (minutes: number) => {
    kit.service.clock.advanceMs(minutes * minuteMs);
    await kit.client.sessions.current();
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const isRenewed = () =>
    waitFor(async () => expect((await asked())?.publicKey).not.toBe(session.publicKey)).then(asked);
  const isKept = async () => expect((await asked())?.publicKey).toBe(session.publicKey);
  return { ...kit, session, asked, pass, isRenewed, isKept };
}

const use = () => userEvent.keyboard('a');

describe('a session renews itself', () => {
  test('at the first use after a quarter of its life', async () => {
    const { session, pass, isRenewed, isKept } = await openPage();
    await pass(3);
    await use();
    await pass(0);
    await isKept();
    await pass(1);
    await isKept();
    await use();
    expect(((await isRenewed())?.expiresAtMs ?? 0) - session.expiresAtMs).toBeGreaterThan(3 * minuteMs);
  });

  test('after a day, where it lasts a week: whoever comes back within six days stays logged in', async () => {
    const { session, pass, isRenewed, isKept } = await openPage(weekSeconds);
    await pass(23 * 60);
    await use();
    await pass(0);
    await isKept();
    await pass(5 * 24 * 60);
    await use();
    expect((await isRenewed())?.expiresAtMs).toBeGreaterThan(session.expiresAtMs + 5 * 24 * 60 * minuteMs);
  });

  test('for at most 30 days after the login', async () => {
    const { session, pass, asked } = await openPage(weekSeconds);
    for (let day = 0; day < 28; day += 2) {
      await pass(2 * 24 * 60);
      await use();
      await pass(0);
    }
    const last = await asked();
    expect(last?.expiresAtMs).toBeLessThanOrEqual(session.openedAtMs + 30 * 24 * 60 * minuteMs);
    await pass(2 * 24 * 60);
    await use();
    await pass(0);
    expect(await asked()).toBeUndefined();
  });

  test('when the page is shown', async () => {
    const { pass, isRenewed } = await openPage();
    await pass(5);
    document.dispatchEvent(new Event('visibilitychange'));
    await isRenewed();
  });

  test('when the page is loaded', async () => {
    const { client, pass, isRenewed } = await openPage();
    await pass(5);
    onTestFinished(autoRefresh(client));
    await isRenewed();
  });

  test('by a request that it stamps', async () => {
    const { client, pass, isRenewed } = await openPage();
    await pass(5);
    await ask(client, whoami, {});
    await isRenewed();
  });

  test('not while nobody uses the page', async () => {
    const { asked, pass, isKept } = await openPage();
    await pass(12);
    await pass(2);
    await isKept();
    await pass(2);
    expect(await asked()).toBeUndefined();
  });

  test('again after a refusal by the service, and not without a pause', async () => {
    const { service, pass, isKept } = await openPage();
    service.failures.next('stamp_login', { refuse: 'TOO_MANY_REFUSALS' });
    await pass(12);
    await use();
    await pass(0);
    await use();
    await pass(0);
    await isKept();
    await pass(1);
    await waitFor(async () => {
      await use(); // the refusal may still have been under way
      await isKept().then(
        () => Promise.reject(new Error('it is not renewed yet')),
        () => undefined,
      );
    });
  });
});

test('a provider renews the sessions of a used page, unless the settings turn that off', async () => {
  const { service, receiveCode } = await openKit();
  const open = async (settings: { autoRefresh?: boolean }) => {
    const client = createClient({ ...service.settings, keys: memoryKeyStore(), random: () => 0, ...settings });
    await loginWithOtp(client, await receiveCode());
    const { result, unmount } = renderHook(() => useSession(), { wrapper: providerOf(client) });
    await waitFor(() => expect(result.current.status).toBe('loggedIn'));
    return { keyNow: () => result.current.session?.publicKey, unmount };
  };
  const renewing = await open({});
  const leaving = await open({ autoRefresh: false });
  const before = [renewing.keyNow(), leaving.keyNow()];
  service.clock.advanceMs(13 * minuteMs);
  await act(() => use());
  await waitFor(() => expect(renewing.keyNow()).not.toBe(before[0]));
  expect(leaving.keyNow()).toBe(before[1]);
});

function blockStorage(): void {
  vi.stubGlobal('indexedDB', undefined);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
}

const providerOf =
  (client: Client) =>
  ({ children }: { children: ReactNode }) =>
    createElement(LatchkeyProvider, { client }, children);

test.each([
  ['keeps what it is given', () => {}],
  ['blocks all storage', blockStorage],
  ['keeps no keys', () => vi.stubGlobal('indexedDB', undefined)],
])('two providers on one page agree at once on who is logged in, where the browser %s', async (_, prepare) => {
  prepare();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const { service, receiveCode } = await openKit();
  const sessionName = crypto.randomUUID();
  const clients = [1, 2].map(() => createClient({ ...service.settings, sessionName }));
  const [one, two] = clients.map((client) => renderHook(() => useSession(), { wrapper: providerOf(client) }).result);
  const [client] = clients;
  if (!client || !one || !two) throw new Error('two providers are needed');
  await waitFor(() => expect(two.current.status).toBe('loggedOut'));
  const typed = await receiveCode();
  const session = await act(() => loginWithOtp(client, typed));
  await waitFor(() => expect(two.current.session).toEqual(session));
  await act(() => client.sessions.closeAll());
  await waitFor(() => expect(two.current.status).toBe('loggedOut'));
  expect(one.current.status).toBe('loggedOut');
});
