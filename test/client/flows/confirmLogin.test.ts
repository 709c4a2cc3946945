import { expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import { confirmLogin } from '../../../src/client/flows/confirmLogin.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { keyStamper } from '../../../src/stampers/keyStamper.js';
import { ada, logIn, newClient, openService, receiveCode } from '../../support/people.js';

test('a fresh login of the same person takes the place of the old one, which ends', async () => {
  const { service, client } = await openService();
  const old = await logIn(service, client);
  const key = await client.keys.get(old.publicKey);
  if (!key) throw new Error('The session has no key.');
  const fresh = await confirmLogin(client, await receiveCode(service, client));
  expect(fresh).toMatchObject({ userId: old.userId, organizationId: old.organizationId });
  const { active, sessions } = await client.sessions.current();
  expect([active, sessions]).toEqual([fresh, [fresh]]);
  const asBefore = { stamper: keyStamper(key), organizationId: old.organizationId };
  await expect(call(client, whoami, {}, asBefore)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
});

test('A-54: a fresh login of somebody else confirms nothing, is closed again, and leaves the old one as it was', async () => {
  const { service, client } = await openService();
  const eve = 'eve@example.com';
  await logIn(service, newClient(service), eve);
  const old = await logIn(service, client, ada);
  const typed = await receiveCode(service, client, eve);
  await expect(confirmLogin(client, typed)).rejects.toMatchObject({ code: 'ANSWER_FOR_ANOTHER' });
  const { active, sessions } = await client.sessions.current();
  expect([active, sessions]).toEqual([old, [old]]);
  expect(await client.keys.list()).toEqual([old.publicKey]);
  expect(await call(client, whoami, {})).toMatchObject({ userId: old.userId });
});
