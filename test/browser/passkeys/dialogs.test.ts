import { afterEach, describe, expect, test, vi } from 'vitest';
import { loginWithPasskey, loginWithPasskeyAutofill } from '../../../src/client/flows/loginWithPasskey.js';
import { addPasskey, signUpWithPasskey } from '../../../src/client/flows/passkeys.js';
import { askSupport } from '../../../src/stampers/passkeySupport.js';
import { eventually } from '../../support/eventually.js';
import { plugIn } from './authenticator.js';
import { openDevice } from './device.js';

afterEach(() => void vi.restoreAllMocks());

/** Members that TypeScript does not have yet. */
type Told = { getClientCapabilities: () => Promise<Record<string, boolean>> };

/** A browser whose dialog never answers. */
function silentBrowser(): void {
  vi.spyOn(navigator.credentials, 'get').mockReturnValue(new Promise(() => undefined));
  vi.spyOn(navigator.credentials, 'create').mockReturnValue(new Promise(() => undefined));
}

/** A browser that throws an unusual error. */
const failingBrowser = (name: string) =>
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', name));

describe('a dialog', () => {
  test('that the browser never closes ends at once by the app’s signal', async () => {
    const { client } = await openDevice();
    silentBrowser();
    const controller = new AbortController();
    const waiting = loginWithPasskey(client, { signal: controller.signal });
    const skipped = new Error('not now');
    setTimeout(() => controller.abort(skipped), 50);
    await expect(waiting).rejects.toBe(skipped);
    expect(await client.keys.list()).toEqual([]);
  });

  test('that the browser never closes ends some seconds after its timeout', async () => {
    const { client, logInByCode } = await openDevice();
    await logInByCode();
    silentBrowser();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const waiting = expect(addPasskey(client, { timeoutMs: 60_000 })).rejects.toMatchObject({
        code: 'PASSKEY_TIMED_OUT',
      });
      await eventually(() => expect(navigator.credentials.create).toHaveBeenCalled());
      await vi.advanceTimersByTimeAsync(65_000);
      await waiting;
    } finally {
      vi.useRealTimers();
    }
  });

  test('distinguishes a timeout from a person who closes it', async () => {
    const authenticator = await plugIn();
    const { another } = await openDevice();
    await authenticator.touch(false);
    const client = another({ clock: Date.now });
    await expect(loginWithPasskey(client, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'PASSKEY_TIMED_OUT' });
    failingBrowser('NotAllowedError');
    await expect(loginWithPasskey(client)).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' });
  });

  test('replaces the dialog before it', async () => {
    const authenticator = await plugIn();
    const { client, another } = await openDevice();
    await signUpWithPasskey(client);
    await authenticator.touch(false);
    const asked = vi.spyOn(navigator.credentials, 'get');
    const first = expect(loginWithPasskey(another())).rejects.toMatchObject({ code: 'PASSKEY_BUSY' });
    await eventually(() => expect(asked).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 100));
    await authenticator.touch(true);
    const second = loginWithPasskey(another());
    await first;
    await expect(second).resolves.toHaveProperty('userId');
  });

  test('is not opened if the browser has no passkeys, or the page belongs to another site', async () => {
    const { client } = await openDevice();
    const elsewhere = { ...client, settings: { ...client.settings, passkeyRpId: 'example.com' } };
    await expect(loginWithPasskey(elsewhere)).rejects.toMatchObject({ code: 'PASSKEY_ORIGIN_NOT_ALLOWED' });
    vi.stubGlobal('PublicKeyCredential', undefined);
    await expect(loginWithPasskey(client)).rejects.toMatchObject({ code: 'PASSKEY_NOT_SUPPORTED' });
    vi.unstubAllGlobals();
  });

  test('leaves no passkey on the device that the service has refused', async () => {
    const authenticator = await plugIn();
    const { client } = await openDevice({ allowedAuthMethods: ['email'] });
    await expect(signUpWithPasskey(client)).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
    expect(await authenticator.credentials()).toEqual([]);
  });

  test('created a passkey, the answer was lost: a second attempt finds the same account', async () => {
    await plugIn();
    const { service, client } = await openDevice();
    service.failures.next('signup', 'answer lost');
    await expect(signUpWithPasskey(client)).resolves.toHaveProperty('userId');
  });
});

describe('an offer in a field', () => {
  test('logs in the person who picks a passkey there', async () => {
    await plugIn();
    const { client, another } = await openDevice();
    const { userId } = await signUpWithPasskey(client);
    await expect(loginWithPasskeyAutofill(another())).resolves.toMatchObject({ userId });
  });

  test('ends before a dialog opens, and returns after it', async () => {
    const authenticator = await plugIn();
    const { client, another } = await openDevice();
    const { userId } = await signUpWithPasskey(client);
    await authenticator.touch(false);
    const spy = vi.spyOn(navigator.credentials, 'get');
    const offered = loginWithPasskeyAutofill(another());
    await eventually(() => expect(spy).toHaveBeenCalledTimes(1));
    const controller = new AbortController();
    const dialog = loginWithPasskey(another(), { signal: controller.signal });
    await eventually(() => expect(spy).toHaveBeenCalledTimes(2));
    const [first, second] = spy.mock.calls.map(([options]) => options);
    expect([first?.mediation, first?.signal?.aborted]).toEqual(['conditional', true]);
    expect(second?.mediation).toBeUndefined();
    await authenticator.touch(true);
    controller.abort();
    await expect(dialog).rejects.toHaveProperty('name', 'AbortError');
    await eventually(() => expect(spy).toHaveBeenCalledTimes(3));
    expect(spy.mock.calls[2]?.[0]?.mediation).toBe('conditional');
    await expect(offered).resolves.toMatchObject({ userId });
  });

  test('reports a passkey that is refused, and continues', async () => {
    const authenticator = await plugIn();
    const { client, another } = await openDevice();
    await signUpWithPasskey(client);
    await loginWithPasskey(another());
    const [{ credentialId = '' } = {}] = await authenticator.credentials();
    await authenticator.setCount(credentialId, 0);
    const problems: unknown[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    const offered = loginWithPasskeyAutofill(another(), { signal, onProblem: (problem) => problems.push(problem) });
    await expect(offered).resolves.toHaveProperty('userId');
    expect(problems[0]).toMatchObject({ code: 'PASSKEY_CLONED' });
  });

  test('reports no error while nobody has picked a passkey', async () => {
    await plugIn();
    const { client, another } = await openDevice();
    await signUpWithPasskey(client);
    const spy = vi.spyOn(navigator.credentials, 'get');
    spy.mockRejectedValueOnce(new DOMException('The authenticator failed.', 'UnknownError'));
    const onProblem = vi.fn();
    await expect(loginWithPasskeyAutofill(another(), { onProblem })).resolves.toHaveProperty('userId');
    expect(spy).toHaveBeenCalledTimes(2);
    expect(onProblem).not.toHaveBeenCalled();
  });

  test('is renewed before the service finds it too old', async () => {
    const authenticator = await plugIn();
    const { service, client, another } = await openDevice();
    await signUpWithPasskey(client);
    await authenticator.touch(false);
    const spy = vi.spyOn(navigator.credentials, 'get');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const offered = loginWithPasskeyAutofill(another());
      await eventually(() => expect(spy).toHaveBeenCalledTimes(1));
      for (let renewals = 1; renewals <= 6; renewals += 1) {
        await authenticator.touch(renewals === 6);
        service.clock.advanceMs(20 * 60_000);
        await vi.advanceTimersByTimeAsync(20 * 60_000);
        await eventually(() => expect(spy).toHaveBeenCalledTimes(1 + renewals));
      }
      await expect(offered).resolves.toHaveProperty('userId');
    } finally {
      vi.useRealTimers();
    }
  });

  test('ends with its page, and does not start in a browser without passkeys', async () => {
    const authenticator = await plugIn();
    await authenticator.touch(false);
    const { client } = await openDevice();
    const controller = new AbortController();
    const offered = loginWithPasskeyAutofill(client, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('left')), 50);
    await expect(offered).rejects.toThrow('left');
    const capabilities = { conditionalGet: false };
    vi.spyOn(PublicKeyCredential as Told, 'getClientCapabilities').mockResolvedValue(capabilities);
    await expect(loginWithPasskeyAutofill(client)).rejects.toMatchObject({ code: 'PASSKEY_NOT_SUPPORTED' });
  });
});

test('what a browser never answers, as beside an extension, it cannot do', async () => {
  await openDevice();
  vi.spyOn(PublicKeyCredential as Told, 'getClientCapabilities').mockReturnValue(new Promise(() => {}));
  expect(await askSupport()).toMatchObject({ use: true });
});
