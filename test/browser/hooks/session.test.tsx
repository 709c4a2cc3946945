import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/createClient.js';
import { refreshSession } from '../../../src/client/flows/refreshSession.js';
import { logout } from '../../../src/client/session/logout.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { useCreateApiKeys } from '../../../src/hooks/credentials.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { useLoginWithOtp, useRequestOtp } from '../../../src/hooks/otp.js';
import { useLogout, useRefreshSession, useSessionExpiry, useSessions } from '../../../src/hooks/sessions.js';
import { type SessionView, useSession } from '../../../src/hooks/useSession.js';
import { ada, openKit } from './kit.js';

describe('a login', () => {
  test('by a code creates the session that every hook sees', async () => {
    const { service, render } = await openKit();
    const { result } = render(() => ({ session: useSession(), ask: useRequestOtp(), login: useLoginWithOtp() }));
    await waitFor(() => expect(result.current.session.status).toBe('loggedOut'));
    const { otpId } = await act(() =>
      result.current.ask.mutateAsync({ otpType: 'OTP_TYPE_EMAIL', contact: ' Ada@Example.com' }),
    );
    const typed = { otpIds: [otpId], otpCode: service.inbox.lastCode(ada) ?? '' };
    const session = await act(() => result.current.login.mutateAsync(typed));
    await waitFor(() => expect(result.current.session).toEqual({ status: 'loggedIn', session, durable: false }));
  });

  test('that is refused has an error with a code', async () => {
    const { receiveCode, render } = await openKit();
    const { otpIds } = await receiveCode();
    const { result } = render(() => useLoginWithOtp());
    act(() => result.current.mutate({ otpIds, otpCode: 'wrong!' }));
    await waitFor(() => expect(result.current.error?.code).toBe('OTP_WRONG'));
  });
});

describe('the session', () => {
  test('is available at once to a later component, which renders again only when it changes', async () => {
    const { client, logIn, render } = await openKit();
    const session = await logIn();
    let renders = 0;
    const { result } = render(() => {
      renders += 1;
      return useSession();
    });
    await waitFor(() => expect(result.current.session).toEqual(session));
    const before = renders;
    await act(() => client.sessions.current());
    await act(() => client.sessions.activate(session.publicKey));
    expect(renders).toBe(before);
    const refreshed = await act(() => refreshSession(client));
    expect(result.current.session).toEqual(refreshed);
  });

  test('is known to be absent in the first rendering, so that a login screen appears at once', async () => {
    const { service } = await openKit();
    const client = createClient({ ...service.settings, sessionName: crypto.randomUUID() });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
    );
    const seen: SessionView[] = [];
    renderHook(() => seen.push(useSession()), { wrapper });
    await act(() => client.sessions.current());
    await act(() => client.keys.list()); // the key store has been opened, too
    expect(seen).toEqual([{ status: 'loggedOut', session: undefined, durable: true }]);
  });

  test('is one of several, of which the person chooses', async () => {
    const { logIn, render } = await openKit();
    const one = await logIn();
    const other = await logIn('grace@example.com');
    const { result } = render(() => ({ active: useSession().session, all: useSessions() }));
    await waitFor(() => expect(result.current.active).toEqual(other));
    expect(result.current.all.sessions).toHaveLength(2);
    await act(() => result.current.all.activate(one));
    expect(result.current.active).toEqual(one);
  });

  test('is replaced by a refresh', async () => {
    const { service, logIn, render } = await openKit();
    const old = await logIn();
    const { result } = render(() => ({ view: useSession(), refresh: useRefreshSession() }));
    service.clock.advanceMs(60_000);
    await act(() => result.current.refresh.mutateAsync());
    await waitFor(() => expect(result.current.view.session?.publicKey).not.toBe(old.publicKey));
    expect(result.current.view.session?.userId).toBe(old.userId);
  });

  test('ends by logout', async () => {
    const { logIn, render } = await openKit();
    await logIn();
    const { result } = render(() => ({ view: useSession(), logout: useLogout() }));
    await waitFor(() => expect(result.current.view.status).toBe('loggedIn'));
    expect(await act(() => result.current.logout.mutateAsync())).toEqual({ endedAtService: true });
    expect(result.current.view.status).toBe('loggedOut');
  });

  test('A-54 ends everywhere by a logout, which returns the keys that it made', async () => {
    const { client, logIn, render } = await openKit();
    await logIn();
    const other = await logIn();
    const { result } = render(() => ({ view: useSession(), make: useCreateApiKeys(), logout: useLogout() }));
    await waitFor(() => expect(result.current.view.session).toEqual(other));
    const { publicKey } = await createSigningKey();
    const apiKey = { apiKeyName: 'Script', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    await act(() => result.current.make.mutateAsync({ userId: other.userId, apiKeys: [apiKey] }));
    const { endedAtService, madeBySessions } = await act(() => result.current.logout.mutateAsync({ everywhere: true }));
    expect(endedAtService).toBe(true);
    expect(madeBySessions?.map(({ apiKeyName }) => apiKeyName)).toEqual(['Script']);
    expect(result.current.view.status).toBe('loggedOut');
    expect((await client.sessions.current()).sessions).toEqual([]);
  });

  test('A-54 is refused with a code if it is no longer fresh', async () => {
    const { service, logIn, render } = await openKit();
    const { userId } = await logIn();
    service.clock.advanceMs(11 * 60_000);
    const { result } = render(() => useCreateApiKeys());
    const { publicKey } = await createSigningKey();
    const apiKey = { apiKeyName: 'Script', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    act(() => result.current.mutate({ userId, apiKeys: [apiKey] }));
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'FRESH_LOGIN_REQUIRED', status: 403 }));
  });
});

describe('the end of a session', () => {
  test('is announced in time, and postponed by a refresh', async () => {
    const { service, client, logIn, render } = await openKit();
    const { expiresAtMs } = await logIn();
    const { result } = render(() => useSessionExpiry({ warnBeforeMs: 120_000 }));
    await waitFor(() => expect(result.current).toEqual({ expiresAtMs, isEnding: false, hasEnded: false }));
    service.clock.advanceMs(expiresAtMs - service.clock() - 100_000);
    await act(() => client.sessions.current());
    expect(result.current.isEnding).toBe(true);
    await act(() => refreshSession(client));
    expect(result.current).toMatchObject({ isEnding: false, hasEnded: false });
  });

  test('is reported, unless the person logged out', async () => {
    const { service, client, logIn, render } = await openKit();
    const { result } = render(() => useSessionExpiry());
    await act(() => logIn());
    await act(() => logout(client));
    expect(result.current.hasEnded).toBe(false);
    await act(() => logIn());
    service.clock.advanceMs(20 * 60_000);
    await act(() => client.sessions.current());
    expect(result.current).toEqual({ expiresAtMs: undefined, isEnding: false, hasEnded: true });
    await act(() => logIn());
    expect(result.current.hasEnded).toBe(false);
    await act(() => logout(client));
    expect(result.current.hasEnded).toBe(false);
  });
});
