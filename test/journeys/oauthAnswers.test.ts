import { beforeAll, expect, test } from 'vitest';
import { buildOauthPages, type OauthPlace, type PlaceOptions } from './support/oauthPlace.js';
import { allow, button, expectShown, openOauth, popupOf, ready, sayWho, shown } from './support/oauthVisit.js';
import { openBrowser, type VisitorOptions } from './support/visitor.js';

openBrowser();

let scripts: ReadonlyMap<string, string>;
beforeAll(async () => {
  scripts = await buildOauthPages();
});

const open = (options: PlaceOptions & VisitorOptions = {}) => openOauth(scripts, options);

/** Replaces the provider's answer to the exchange of a code. */
function atToken(place: OauthPlace, answer: (outgoing: import('node:http').ServerResponse) => void): void {
  place.instead.answer = (incoming, outgoing) => {
    if (incoming.method !== 'POST' || incoming.url !== '/token') return false;
    outgoing.setHeader('Access-Control-Allow-Origin', '*');
    answer(outgoing);
    return true;
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token like the provider's with some other claims. It is unsigned, because it must be refused earlier. */
const tokenWith = (claims: object) => `${part({ alg: 'RS256', kid: 'x' })}.${part(claims)}.c2lnbmF0dXJl`;

test.each([
  ['T-32 of another key', (iss: string) => ({ iss, aud: 'latchkey-demo', nonce: '00' }), 'OAUTH_NONCE_MISMATCH'],
  ['T-33 of another issuer', () => ({ iss: 'https://evil.example', aud: 'latchkey-demo' }), 'OAUTH_ISSUER_MISMATCH'],
  ['T-33 for another app', (iss: string) => ({ iss, aud: 'other' }), 'OAUTH_AUDIENCE_MISMATCH'],
])('a token %s never leaves the page', async (_, claims, code) => {
  const { page, place } = await open();
  atToken(place, (outgoing) => outgoing.end(JSON.stringify({ id_token: tokenWith(claims(place.issuer)) })));
  const shownTo: string[] = [];
  page.on('request', (request) => shownTo.push(new URL(request.url()).pathname));
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'error', code);
  expect(shownTo.filter((path) => /^\/v1\/(account|signup|oauth_login)$/.test(path))).toEqual([]);
  expect(await shown(page, 'status')).toBe('loggedOut');
});

test('a token without a signature is refused by the service', async () => {
  const { page, place } = await open({ refusals: ['/v1/account 400'] });
  let nonce = '';
  page.context().on('request', (request) => {
    nonce = new URL(request.url()).searchParams.get('nonce') ?? nonce;
  });
  atToken(place, (outgoing) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: place.issuer, aud: 'latchkey-demo', sub: '1', nonce, iat: now, exp: now + 60 };
    outgoing.end(JSON.stringify({ id_token: tokenWith(claims) }));
  });
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'error', 'OIDC_KEY_UNKNOWN');
});

test('an expired code is reported as such, and a provider that dies before the exchange, too', async () => {
  const { page, place } = await open({ tolerated: /\/token / });
  atToken(place, (outgoing) => outgoing.writeHead(400).end('{"error":"invalid_grant"}'));
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'error', 'OAUTH_CODE_REFUSED');
  atToken(place, (outgoing) => outgoing.destroy());
  const second = await popupOf(page);
  await allow(second);
  await expectShown(page, 'error', 'OAUTH_PROVIDER_UNREACHABLE');
  place.instead.answer = undefined;
  const third = await popupOf(page);
  await allow(third);
  await expectShown(page, 'status', 'loggedIn');
});

test('a provider that has other keys than a moment ago is believed at once', async () => {
  const { page, place } = await open();
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'status', 'loggedIn');
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  place.advanceMs(61_000); // an unknown key is requested at most once a minute
  place.renewProvider();
  const again = await popupOf(page);
  await sayWho(again);
  await allow(again);
  await expectShown(page, 'status', 'loggedIn');
});

test('T-31 a repeated answer, or one without a waiting login, logs nobody in, and is taken out of the URL', async () => {
  const { page, newTab } = await open();
  const answers: string[] = [];
  page.context().on('request', (request) => {
    if (/\/callback\?/.test(request.url())) answers.push(request.url());
  });
  await button(page, 'Continue in this tab').click();
  await sayWho(page);
  await allow(page);
  await ready(page);
  await expectShown(page, 'status', 'loggedIn');
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  const [answer = ''] = answers;
  expect(answer).toContain('code=');
  const replay = await newTab();
  await replay.goto(answer);
  await expect.poll(() => replay.url()).toMatch(/\/callback$/);
  await page.goto(answer);
  expect(page.url()).toMatch(/\/callback$/);
  await page.goto('/');
  await ready(page);
  expect(await shown(page, 'status')).toBe('loggedOut');
});

test('T-37 forged messages are ignored', async () => {
  const { page } = await open();
  const popup = await popupOf(page);
  await popup.getByLabel('Email address').waitFor();
  await page.evaluate(() => {
    const state =
      Object.keys(sessionStorage)
        .find((name) => /^latchkey\.oauth\./.test(name))
        ?.slice(15) ?? '';
    const back = { search: `?code=forged&state=${state}`, hash: '' };
    const forged = [undefined, 'x', { latchkeyOauth: 'answer' }, { latchkeyOauth: 'answer', state }];
    for (let count = 0; count < 50; count += 1) {
      for (const message of forged) window.postMessage(message, '*');
      window.postMessage({ latchkeyOauth: 'answer', state, back }, '*'); // of this origin, but of no window that was opened
      window.dispatchEvent(new MessageEvent('message', { data: { latchkeyOauth: 'answer', state, back } }));
      new BroadcastChannel(`latchkey.oauth.${state}x`).postMessage({ latchkeyOauth: 'answer', state, back });
    }
  });
  expect(await shown(page, 'pending')).toBe('true');
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'status', 'loggedIn');
});
