import { expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { me } from '../../../src/client/flows/me.js';
import { getAuthenticators } from '../../../src/contract/authenticators.queries.js';
import { createLogin } from '../../../src/login/createLogin.js';
import type { LoginAtContact } from '../../../src/login/loginState.js';
import type { Session } from '../../../src/sessions/session.js';
import { reportedErrors } from '../../support/reportedErrors.js';
import { plugIn } from './authenticator.js';
import { openDevice } from './device.js';

type Named = Parameters<LoginAtContact['signUpByPasskey']>[0];

/** Signs a person up with the login machine alone, without React. */
async function signUp(client: Client, named?: Named): Promise<Session> {
  const sessions: Session[] = [];
  const login = createLogin(client, { methods: [{ type: 'passkey' }], onLogin: (session) => sessions.push(session) });
  const state = login.getSnapshot();
  if (state.at !== 'contact') throw new Error('The login begins with the contact.');
  await state.signUpByPasskey(named);
  const [session] = sessions;
  if (!session) throw new Error(login.getSnapshot().problem?.code);
  return session;
}

/** The names that a new person's account, passkey and device's list have. */
async function names(named?: Named) {
  const device = await plugIn();
  const { client } = await openDevice({ emailCustomizationParams: { appName: 'Acme' } });
  const { userId } = await signUp(client, named);
  const { userName } = await me(client);
  const { authenticators } = await call(client, getAuthenticators, { userId });
  const [listed] = await device.credentials();
  return { account: userName, passkey: authenticators[0]?.authenticatorName, device: listed?.userName };
}

test('a sign-up names the account and the passkey; the device lists it under the account’s name', async () => {
  expect(await names({ userName: 'Ada', passkeyName: 'Laptop' })).toEqual({
    account: 'Ada',
    passkey: 'Laptop',
    device: 'Ada',
  });
});

test('a name for the passkey alone is its name in the account and on the device', async () => {
  expect(await names({ passkeyName: 'Laptop' })).toEqual({
    account: 'Laptop',
    passkey: 'Laptop',
    device: 'Laptop',
  });
});

test('without names the device lists the app', async () => {
  expect(await names()).toMatchObject({ passkey: 'Passkey', device: 'Acme' });
});

test('what onLogin throws is reported as the app’s own error: the person is signed up', async () => {
  await plugIn();
  const { client } = await openDevice();
  const reported = reportedErrors();
  const told: unknown[] = [];
  const own = new Error('the app does not know this page');
  const onLogin = () => {
    throw own;
  };
  const onError = (error: unknown) => void told.push(error);
  const login = createLogin(client, { methods: [{ type: 'passkey' }], onLogin, onError });
  const state = login.getSnapshot();
  if (state.at === 'contact') await state.signUpByPasskey();
  expect(login.getSnapshot()).toMatchObject({ busy: 'leaving', problem: undefined });
  expect(client.sessions.getSnapshot().active).toBeDefined();
  await expect.poll(() => reported).toEqual([own]);
  expect(told).toEqual([]);
});
