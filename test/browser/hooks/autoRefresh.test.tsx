import { act, renderHook, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { autoRefresh } from '../../../src/client/autoRefresh.js';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { useSession } from '../../../src/hooks/useSession.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import { openKit } from './kit.js';

const minuteMs = 60_000;

/** A person who logged in for 15 minutes, on a page whose timers the test fires. */
async function openPage() {
  const kit = await openKit();
  const session = await kit.logIn();
  let ring = () => {};
  onTestFinished(
    autoRefresh(kit.client, (run) => {
      ring = run;
      return () => {};
    }),
  );
  await kit.client.sessions.current();
  const asked = () => kit.client.sessions.current().then(({ active }) => active);
  /** Moves the clock, and waits for what the page then does. */
  const pass = async (minutes: number) => {
    kit.service.clock.advanceMs(minutes * minuteMs);
    ring();
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return { ...kit, session, asked, pass };
}

const use = () => userEvent.keyboard('a');

describe('a session renews itself', () => {
  test('in the last quarter of its life, if the page was used since it was opened', async () => {
    const { session, asked, pass } = await openPage();
    await pass(5);
    await use();
    await pass(6);
    expect((await asked())?.publicKey).toBe(session.publicKey);
    await pass(1);
    await waitFor(async () => expect((await asked())?.publicKey).not.toBe(session.publicKey));
    expect(((await asked())?.expiresAtMs ?? 0) - session.expiresAtMs).toBeGreaterThan(11 * minuteMs);
  });

  test('at the first use in the last quarter', async () => {
    const { session, asked, pass } = await openPage();
    await pass(13);
    expect((await asked())?.publicKey).toBe(session.publicKey);
    await use();
    await waitFor(async () => expect((await asked())?.publicKey).not.toBe(session.publicKey));
  });

  test('not while nobody uses the page', async () => {
    const { asked, pass } = await openPage();
    await pass(12);
    await pass(2);
    await pass(2);
    expect(await asked()).toBeUndefined();
  });

  test('again after a refusal by the service, and not without a pause', async () => {
    const { session, service, asked, pass } = await openPage();
    service.failures.next('stamp_login', { refuse: 'TOO_MANY_REFUSALS' });
    await pass(12);
    await use();
    await pass(0);
    await use();
    await pass(0);
    expect((await asked())?.publicKey).toBe(session.publicKey);
    await pass(1);
    await waitFor(async () => expect((await asked())?.publicKey).not.toBe(session.publicKey));
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
