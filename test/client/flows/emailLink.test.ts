import { describe, expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import {
  completeEmailLink,
  loginWithEmailLink,
  requestEmailLink,
  takeEmailLink,
} from '../../../src/client/flows/emailLink.js';
import { me } from '../../../src/client/flows/me.js';
import { refreshSession } from '../../../src/client/flows/refreshSession.js';
import { openLink } from '../../../src/client/links/openLink.js';
import { logout } from '../../../src/client/session/logout.js';
import { targetKeysOf } from '../../../src/client/targetKeys.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { readSessionToken } from '../../../src/crypto/tokens.js';
import { keyStamper } from '../../../src/stampers/keyStamper.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import { linksOf } from '../../support/links.js';
import { ada, logIn, newClient, openService } from '../../support/people.js';

/** Ada has an account, and requests a link on a new device. @returns that device, and the content of her e-mail */
async function askForLink(expirationSeconds = 900): Promise<{ service: TestService; client: Client; link: string }> {
  const { service, client: before } = await openService();
  await logIn(service, before);
  const client = newClient(service, { storage: notes() });
  return { service, client, link: await linkTo(service, client, expirationSeconds) };
}

async function linkTo(service: TestService, client: Client, expirationSeconds = 900): Promise<string> {
  const { send } = linksOf(service, { expirationSeconds });
  await requestEmailLink(client, { email: ' Ada@Example.com ', sendLink: (link) => send('login', link) });
  const [mail] = service.inbox.list(ada);
  const [link] = /https:\/\/acme\.example\/login#email-login=\w+/.exec(mail?.text ?? '') ?? [];
  if (link === undefined) throw new Error('no link was mailed');
  return link;
}

/** A storage of the device. */
function notes() {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
}

describe('a link that was mailed', () => {
  test('becomes a session like any other: the person’s own, with a token, a refresh and a logout', async () => {
    const { client, link } = await askForLink();
    const session = await loginWithEmailLink(client, { link });
    expect((await client.sessions.current()).active).toEqual(session);
    expect(readSessionToken(session.token ?? '')).toMatchObject({
      user_id: session.userId,
      public_key: session.publicKey,
    });
    expect((await me(client)).userEmail).toBe(ada);
    const refreshed = await refreshSession(client);
    expect(refreshed.userId).toBe(session.userId);
    expect(await logout(client)).toEqual({ endedAtService: true });
    expect(await client.keys.list()).toEqual([]);
  });

  test('does not open on this device any more once its person has logged out', async () => {
    const { service, client, link } = await askForLink();
    await logIn(service, client);
    expect(await logout(client)).toEqual({ endedAtService: true });
    expect(await targetKeysOf(client).list('login')).toEqual([]);
    await expect(loginWithEmailLink(client, { link })).rejects.toMatchObject({ code: 'LINK_FOR_ANOTHER_BROWSER' });
  });

  test('is good once: its credential ends at the service, and its key on the device is deleted', async () => {
    const { client, link } = await askForLink();
    const bundle = link.split('=')[1] ?? '';
    const { key } = await openLink(client, { bundle, purpose: 'login' });
    const { organizationId } = await loginWithEmailLink(client, { link });
    expect(await targetKeysOf(client).list('login')).toEqual([]);
    await expect(loginWithEmailLink(client, { link })).rejects.toMatchObject({ code: 'LINK_USED' });
    const byCredential = { stamper: keyStamper(key), organizationId };
    await expect
      .poll(() => call(client, whoami, {}, byCredential).catch(({ code }: { code: string }) => code))
      .toBe('PUBLIC_KEY_NOT_FOUND');
  });

  test('opens nothing on another device', async () => {
    const { service, link } = await askForLink();
    const thief = newClient(service);
    await expect(loginWithEmailLink(thief, { link })).rejects.toMatchObject({ code: 'LINK_FOR_ANOTHER_BROWSER' });
    expect((await thief.sessions.current()).sessions).toEqual([]);
  });

  test('works as pasted text with the line breaks of a mail program', async () => {
    const { client, link } = await askForLink();
    const bundle = link.split('=')[1] ?? '';
    const session = await loginWithEmailLink(client, {
      link: `${bundle.slice(0, 70)}=\r\n`.replace('=', '') + bundle.slice(70),
    });
    expect(session.userId).not.toBe('');
  });

  test('says that it has expired, and leaves no key behind', async () => {
    const { service, client, link } = await askForLink(60);
    service.clock.advanceMs(61_000);
    await expect(loginWithEmailLink(client, { link })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    expect(await client.keys.list()).toEqual([]);
  });

  test('reports that a part of it is missing', async () => {
    const { client, link } = await askForLink();
    await expect(loginWithEmailLink(client, { link: link.slice(0, -20) })).rejects.toMatchObject({
      code: 'LINK_MALFORMED',
    });
    const changed = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    await expect(loginWithEmailLink(client, { link: changed })).rejects.toMatchObject({ code: 'LINK_MALFORMED' });
  });

  test('continues after a lost answer', async () => {
    const { service, client, link } = await askForLink();
    service.failures.next('stamp_login', 'unreachable', 3);
    await expect(loginWithEmailLink(client, { link })).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    expect((await loginWithEmailLink(client, { link })).userId).not.toBe('');
  });

  test('opens even if a newer one was requested', async () => {
    const { service, client, link } = await askForLink();
    await linkTo(service, client);
    expect((await loginWithEmailLink(client, { link })).userId).not.toBe('');
  });
});

test('is not looked for where there is no page', async () => {
  const { client } = await openService();
  expect(takeEmailLink()).toBeUndefined();
  expect(await completeEmailLink(client)).toBeUndefined();
});

test('an invalid address is refused before any request', async () => {
  const { client } = await openService();
  const sendLink = () => Promise.reject(new Error('asked'));
  await expect(requestEmailLink(client, { email: 'ada', sendLink })).rejects.toMatchObject({ code: 'CONTACT_INVALID' });
  expect(await targetKeysOf(client).list('login')).toEqual([]);
});
