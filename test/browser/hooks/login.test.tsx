import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { walletKitConfigQueryOptions } from '../../../src/hooks/configQuery.js';
import { useLogin } from '../../../src/hooks/login.js';
import type { LoginOptions } from '../../../src/login/loginOptions.js';
import type { LoginState } from '../../../src/login/loginState.js';
import { otpBy } from '../../../src/login/methods.js';
import { ada, openKit } from './kit.js';

describe('useLogin', () => {
  test('returns the step of a login, and its actions lead to a session', async () => {
    const { service, client, render } = await openKit();
    const sessions: unknown[] = [];
    const { result } = render(() => useLogin({ onLogin: (session) => sessions.push(session) }));
    await at('contact', result.current).sendCode(ada);
    await expect.poll(() => result.current.at).toBe('code');
    await at('code', result.current).enterCode(service.inbox.lastCode(ada) ?? '');
    await expect.poll(() => result.current.busy).toBe('leaving');
    expect(sessions).toEqual([client.sessions.getSnapshot().active]);
  });

  test('calls the callback of the last rendering', async () => {
    const { service, render } = await openKit();
    const called: string[] = [];
    let name = 'first';
    const { result, rerender } = render(() => useLogin({ onLogin: () => called.push(name) }));
    await at('contact', result.current).sendCode(ada);
    await expect.poll(() => result.current.at).toBe('code');
    name = 'last';
    rerender();
    await at('code', result.current).enterCode(service.inbox.lastCode(ada) ?? '');
    expect(called).toEqual(['last']);
  });

  test('follows the methods that the app names', async () => {
    const { render } = await openKit();
    let options: LoginOptions = { methods: [otpBy('sms')] };
    const { result, rerender } = render(() => useLogin(options));
    expect(result.current.method).toEqual(otpBy('sms'));
    options = { methods: [otpBy('email'), otpBy('sms')] };
    rerender();
    expect(result.current.method).toEqual(otpBy('email'));
  });

  test('shares the configuration with the rest of the page, and follows its changes', async () => {
    const queryClient = new QueryClient();
    const { client, render } = await openKit({ queryClient });
    const { queryKey } = walletKitConfigQueryOptions(client);
    const { result } = render(() => useLogin());
    await expect.poll(() => queryClient.getQueryData(queryKey)).toBeDefined();
    expect(result.current.appName).toBeUndefined();
    queryClient.setQueryData(queryKey, (config: object) => ({ ...config, appName: 'Acme' }));
    await expect.poll(() => result.current.appName).toBe('Acme');
  });
});

/** The state, which must be at this step. */
function at<Step extends LoginState['at']>(step: Step, state: LoginState): Extract<LoginState, { at: Step }> {
  if (state.at !== step) throw new Error(`the login is at ${state.at}`);
  return state as Extract<LoginState, { at: Step }>;
}
