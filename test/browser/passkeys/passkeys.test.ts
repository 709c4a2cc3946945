import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.js';
import { changeContact } from '../../../src/client/flows/changeContact.js';
import { loginWithPasskey } from '../../../src/client/flows/loginWithPasskey.js';
import { me } from '../../../src/client/flows/me.js';
import { addPasskey, passkeySupport, removePasskey, signUpWithPasskey } from '../../../src/client/flows/passkeys.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import { logout } from '../../../src/client/session/logout.js';
import { deleteAuthenticators } from '../../../src/contract/authenticators.js';
import { getAuthenticators } from '../../../src/contract/authenticators.queries.js';
import { createApiKeys } from '../../../src/contract/credentials.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { listWallets } from '../../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { plugIn } from './authenticator.js';
import { openDevice } from './device.js';

const userId = async (client: Parameters<typeof me>[0]) => (await me(client)).userId;
const apiKey = async () => {
  const { publicKey } = await createSigningKey();
  return { apiKeyName: 'Script', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
};

afterEach(() => void vi.restoreAllMocks());

describe('a person with a passkey', () => {
  test('signs up with one, has a wallet, and logs in again without naming the account', async () => {
    const authenticator = await plugIn();
    const { client, another } = await openDevice();
    const session = await signUpWithPasskey(client, { userName: 'Ada' });
    expect(await me(client)).toMatchObject({ userId: session.userId, userName: 'Ada' });
    expect((await call(client, listWallets, {})).wallets).toHaveLength(1);
    const { authenticators } = await call(client, getAuthenticators, { userId: session.userId });
    const [held] = await authenticator.credentials();
    expect(authenticators).toMatchObject([
      {
        credentialId: held?.credentialId,
        authenticatorName: 'Passkey',
        transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
      },
    ]);
    await logout(client);
    const later = another();
    expect(await loginWithPasskey(later)).toMatchObject({
      userId: session.userId,
      organizationId: session.organizationId,
    });
    expect(await me(later)).toMatchObject({ userName: 'Ada' });
  });

  test('keeps the passkey of a created account even if its first session is refused', async () => {
    const authenticator = await plugIn();
    const { service, client, another } = await openDevice();
    service.failures.next('stamp_login', { refuse: 'API_KEY_EXPIRED' });
    await expect(signUpWithPasskey(client)).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' });
    expect(await authenticator.credentials()).toHaveLength(1);
    await expect(loginWithPasskey(another())).resolves.toHaveProperty('userId');
  });

  test('is created once, even if a fresh login is required before it is registered', async () => {
    const authenticator = await plugIn();
    const { service, client, logInByCode } = await openDevice();
    const { userId } = await logInByCode();
    service.clock.advanceMs(11 * 60_000);
    const spy = vi.spyOn(navigator.credentials, 'create');
    await expect(addPasskey(client)).rejects.toMatchObject({ code: 'FRESH_LOGIN_REQUIRED' });
    expect(await authenticator.credentials()).toHaveLength(1);
    await logInByCode();
    await addPasskey(client);
    expect(spy).toHaveBeenCalledTimes(1);
    const { authenticators } = await call(client, getAuthenticators, { userId });
    const [held] = await authenticator.credentials();
    expect(authenticators).toMatchObject([{ credentialId: held?.credentialId }]);
  });

  test('adds one after a login by code, logs in by it, and removes it from the account and the device', async () => {
    const authenticator = await plugIn();
    const { client, another, logInByCode } = await openDevice();
    const session = await logInByCode();
    const authenticatorId = await addPasskey(client, { passkeyName: 'Laptop' });
    const { authenticators } = await call(client, getAuthenticators, { userId: session.userId });
    expect(authenticators).toMatchObject([{ authenticatorId, authenticatorName: 'Laptop' }]);
    expect(await loginWithPasskey(another())).toMatchObject({ userId: session.userId });
    await removePasskey(client, { authenticatorId });
    expect((await call(client, getAuthenticators, { userId: session.userId })).authenticators).toEqual([]);
    expect(await authenticator.credentials()).toEqual([]);
  });

  test('is listed on this device under the new address once it has replaced the old one', async () => {
    const authenticator = await plugIn();
    const { service, client, logInByCode } = await openDevice();
    await logInByCode();
    await addPasskey(client);
    expect(await authenticator.credentials()).toMatchObject([{ userName: 'ada@example.com' }]);
    const contact = 'ada@lovelace.example';
    const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
    const otpCode = service.inbox.lastCode(contact) ?? '';
    await changeContact(client, { otpType: 'OTP_TYPE_EMAIL', contact, otpIds: [otpId], otpCode });
    await expect.poll(() => authenticator.credentials()).toMatchObject([{ userName: contact }]);
  });

  test('cannot remove the last login method', async () => {
    const authenticator = await plugIn();
    const { client } = await openDevice();
    await signUpWithPasskey(client);
    const { authenticators } = await call(client, getAuthenticators, { userId: await userId(client) });
    const { authenticatorId = '' } = authenticators[0] ?? {};
    await expect(removePasskey(client, { authenticatorId })).rejects.toMatchObject({ code: 'LAST_CREDENTIAL' });
    expect(await authenticator.credentials()).toHaveLength(1);
  });

  test('has one on each of two authenticators, each of which logs in and refuses a second one', async () => {
    const device = await plugIn();
    const { client, another } = await openDevice();
    const session = await signUpWithPasskey(client);
    await expect(addPasskey(client)).rejects.toMatchObject({ code: 'PASSKEY_ALREADY_REGISTERED' });
    const key = await plugIn('usb');
    await device.touch(false);
    await addPasskey(client, { passkeyName: 'Key' });
    const ids = [...(await device.credentials()), ...(await key.credentials())].map((each) => each.credentialId);
    expect(new Set(ids).size).toBe(2);
    expect(await loginWithPasskey(another())).toMatchObject({ userId: session.userId });
    await key.remove();
    await device.touch(true);
    expect(await loginWithPasskey(another())).toMatchObject({ userId: session.userId });
  });

  test('whose passkey was removed elsewhere is refused, since no account has it any more', async () => {
    await plugIn();
    const { client, another, logInByCode } = await openDevice();
    const { userId } = await logInByCode();
    const authenticatorIds = [await addPasskey(client)];
    await call(client, deleteAuthenticators, { userId, authenticatorIds });
    const device = another();
    await expect(loginWithPasskey(device)).rejects.toMatchObject({ code: 'CREDENTIAL_NOT_FOUND' });
    expect((await device.sessions.current()).active).toBeUndefined();
    expect(await device.keys.list()).toEqual([]);
  });

  test('T-28 whose passkey’s counter goes back is refused, because the passkey was copied', async () => {
    const authenticator = await plugIn();
    const { client, another } = await openDevice();
    await signUpWithPasskey(client);
    await loginWithPasskey(another());
    const [{ credentialId = '', signCount = 0 } = {}] = await authenticator.credentials();
    expect(signCount).toBeGreaterThan(1);
    await authenticator.setCount(credentialId, 0);
    await expect(loginWithPasskey(another())).rejects.toMatchObject({ code: 'PASSKEY_CLONED' });
  });

  test('T-28 without user verification is not logged in if the configuration requires it', async () => {
    const authenticator = await plugIn();
    const { client, another } = await openDevice({ passkeyUserVerification: 'required' });
    await signUpWithPasskey(client);
    await authenticator.recognizes(false);
    await expect(loginWithPasskey(another())).rejects.toMatchObject({ code: 'PASSKEY_CANCELLED' });
    await authenticator.recognizes(true);
    await expect(loginWithPasskey(another())).resolves.toHaveProperty('userId');
  });
});

describe('one single request', () => {
  test('is stamped by a passkey beside the session, of the logged-in person and of nobody else', async () => {
    const authenticator = await plugIn();
    const { client, another, logInByCode } = await openDevice();
    await signUpWithPasskey(another());
    await logInByCode();
    const wallet = { walletName: 'Second', accounts: [] };
    await expect(call(client, createWallet, wallet, { stamper: 'passkey' })).rejects.toMatchObject({
      code: 'PASSKEY_NOT_FOUND',
    });
    await addPasskey(client);
    await expect(call(client, createWallet, wallet, { stamper: 'passkey' })).resolves.toHaveProperty('walletId');
    expect((await authenticator.credentials()).map(({ signCount }) => signCount).sort()).toEqual([1, 2]);
  });

  test('that needs a fresh login is sent again with a passkey, if the app allows it', async () => {
    await plugIn();
    const { service, client } = await openDevice();
    const { userId } = await signUpWithPasskey(client);
    service.clock.advanceMs(11 * 60_000);
    const request = { userId, apiKeys: [await apiKey()] };
    await expect(call(client, createApiKeys, request)).rejects.toMatchObject({ code: 'FRESH_LOGIN_REQUIRED' });
    await expect(call(client, createApiKeys, request, { freshBy: 'passkey' })).resolves.toHaveProperty('apiKeyIds');
  });
});

test('a device reports its features, and one without passkeys is not offered any', async () => {
  const authenticator = await plugIn();
  expect(await passkeySupport()).toEqual({ use: true, autofill: true, create: true });
  await authenticator.remove();
  expect(await passkeySupport()).toMatchObject({ use: true, create: false });
});
