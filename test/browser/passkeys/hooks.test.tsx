import { act, cleanup, renderHook, render as renderScreen, screen, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signUpWithPasskey } from '../../../src/client/flows/passkeys.js';
import { PasskeyOffer } from '../../../src/components/passkey/PasskeyOffer.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { useCreateApiKeys } from '../../../src/hooks/credentials.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import {
  useAddPasskey,
  useLoginWithPasskey,
  usePasskeyAutofill,
  usePasskeySupport,
  usePasskeys,
  useRemovePasskey,
  useSignUpWithPasskey,
} from '../../../src/hooks/passkeys.js';
import { usePasskeyOffer } from '../../../src/hooks/usePasskeyOffer.js';
import { useSession } from '../../../src/hooks/useSession.js';
import { plugIn } from './authenticator.js';
import { type Device, openDevice } from './device.js';

/** Renders a hook below a provider of the device, in strict mode. */
function render<Shown>({ client }: Pick<Device, 'client'>, hook: () => Shown) {
  onTestFinished(cleanup);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
    </StrictMode>
  );
  return renderHook(hook, { wrapper }).result;
}

test('a person signs up, sees their passkeys change, and logs in again', async () => {
  const authenticator = await plugIn();
  const device = await openDevice();
  const shown = render(device, () => ({
    session: useSession().session,
    support: usePasskeySupport(),
    signUp: useSignUpWithPasskey(),
    logIn: useLoginWithPasskey(),
    passkeys: usePasskeys().data,
    add: useAddPasskey(),
    remove: useRemovePasskey(),
  }));
  await waitFor(() => expect(shown.current.support).toEqual({ use: true, autofill: true, create: true }));
  const { userId } = await act(() => shown.current.signUp.mutateAsync({ userName: 'Ada' }));
  await waitFor(() => expect(shown.current.passkeys).toMatchObject([{ name: 'Passkey', model: undefined }]));
  expect(shown.current.session?.userId).toBe(userId);

  const key = await plugIn('usb');
  await authenticator.touch(false);
  device.service.clock.advanceMs(1_000);
  await act(() => shown.current.add.mutateAsync({ passkeyName: 'Key' }));
  await waitFor(() => expect(shown.current.passkeys?.map(({ name }) => name)).toEqual(['Passkey', 'Key']));
  const [first] = shown.current.passkeys ?? [];
  await act(() => shown.current.remove.mutateAsync({ authenticatorId: first?.authenticatorId ?? '' }));
  await waitFor(() => expect(shown.current.passkeys?.map(({ name }) => name)).toEqual(['Key']));
  act(() => shown.current.remove.mutate({ authenticatorId: shown.current.passkeys?.[0]?.authenticatorId ?? '' }));
  await waitFor(() => expect(shown.current.remove.error?.code).toBe('LAST_CREDENTIAL'));
  expect(await act(() => shown.current.logIn.mutateAsync())).toMatchObject({ userId });
  expect(await key.credentials()).toHaveLength(1);
});

test('a passkey that is picked in a field logs in, once, and the offer ends with the component', async () => {
  const authenticator = await plugIn();
  const { client, another } = await openDevice();
  const { userId } = await signUpWithPasskey(client);
  const sessions: unknown[] = [];
  const later = { client: another() };
  render(later, () => usePasskeyAutofill({ onLogin: (session) => sessions.push(session) }));
  await waitFor(() => expect(sessions).toMatchObject([{ userId }]));

  await authenticator.touch(false);
  render({ client: another() }, () => usePasskeyAutofill());
  cleanup();
  await authenticator.touch(true);
  const shown = render({ client: another() }, () => useLoginWithPasskey());
  expect(await act(() => shown.current.mutateAsync())).toMatchObject({ userId });
});

test('if the browser’s feature detection fails, no passkeys are offered, and nothing waits for them', async () => {
  const api = Object.getOwnPropertyDescriptor(globalThis, 'PublicKeyCredential');
  onTestFinished(() => void Object.defineProperty(globalThis, 'PublicKeyCredential', api ?? {}));
  const get = () => {
    throw new Error('An extension stands in between.');
  };
  Object.defineProperty(globalThis, 'PublicKeyCredential', { get, configurable: true });
  const device = await openDevice();
  await device.logInByCode();
  const onDone = vi.fn();
  const shown = render(device, () => ({ support: usePasskeySupport(), offer: usePasskeyOffer({ onDone }) }));
  await waitFor(() => expect(shown.current.support).toEqual({ use: false, autofill: false, create: false }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(shown.current.offer.at).toBe('nothing');
});

test('a passkey is offered once after a login by code; a person who declines is not asked again', async () => {
  await plugIn();
  const device = await openDevice();
  await device.logInByCode();
  const onDone = vi.fn();
  const shown = render(device, () => usePasskeyOffer({ onDone }));
  await waitFor(() => expect(shown.current.at).toBe('offered'));
  const { current } = shown;
  if (current.at !== 'offered') throw new Error('Nothing is offered.');
  act(() => current.skip());
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const again = render(device, () => usePasskeyOffer());
  await waitFor(() => expect(again.current.at).toBe('nothing'));
  device.service.clock.advanceMs(31 * 24 * 60 * 60_000);
  await device.logInByCode();
  const later = render(device, () => usePasskeyOffer());
  await waitFor(() => expect(later.current.at).toBe('offered'));
  const { current: offered } = later;
  if (offered.at === 'offered') act(() => offered.create());
  await waitFor(() => expect(later.current.at).toBe('added'));
});

test('a passkey that is offered and cannot be added is shown as a problem, which the app is told of once', async () => {
  await plugIn();
  const { client, service, logInByCode } = await openDevice();
  await logInByCode();
  const told: string[] = [];
  onTestFinished(cleanup);
  renderScreen(
    <StrictMode>
      <LatchkeyProvider client={client} onError={({ code }) => void told.push(code)}>
        <PasskeyOffer />
      </LatchkeyProvider>
    </StrictMode>,
  );
  const create = await screen.findByRole('button', { name: 'Create a passkey' });
  service.failures.next('create_authenticators', { refuse: 'INTERNAL' });
  act(() => create.click());
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  await waitFor(() => expect(told).not.toEqual([]));
  await act(async () => {});
  expect(told).toEqual(['INTERNAL']);
});

test('a request that needs a fresh login continues by passkey', async () => {
  await plugIn();
  const device = await openDevice();
  const { userId } = await signUpWithPasskey(device.client);
  device.service.clock.advanceMs(11 * 60_000);
  const shown = render(device, () => useCreateApiKeys({ freshBy: 'passkey' }));
  const { publicKey } = await createSigningKey();
  const apiKey = { apiKeyName: 'Script', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
  const made = await act(() => shown.current.mutateAsync({ userId, apiKeys: [apiKey] }));
  expect(made.apiKeyIds).toHaveLength(1);
});
