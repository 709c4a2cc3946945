import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Page, Route } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { pkceChallenge } from '../../src/crypto/pkce.js';
import type { Outbound } from '../../src/service/outbound.js';
import { buildOauthPages, openOauthPlace, type PlaceOptions } from './support/oauthPlace.js';
import { openBrowser, type VisitorOptions, visit } from './support/visitor.js';

openBrowser();

let scripts: ReadonlyMap<string, string>;
beforeAll(async () => {
  scripts = await buildOauthPages();
});

async function open(provider: string, options: PlaceOptions & VisitorOptions = {}) {
  const place = await openOauthPlace(scripts, options);
  const visitor = await visit(place, options);
  const { page } = visitor;
  await page.goto(`/?provider=${provider}`);
  await page.locator('main[data-ready=true]').waitFor();
  return { place, ...visitor };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shown = (page: Page, id: string) => page.locator(`main #${id}`).textContent();
const expectShown = (page: Page, id: string, text: string) => expect.poll(() => shown(page, id)).toBe(text);
const kept = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((name) => /oauth/.test(name)));

async function popupOf(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await button(page, 'Continue with Example ID').click();
  return opening;
}

async function sayWho(at: Page, name = 'Ada'): Promise<void> {
  await at.getByLabel('Name').fill(name);
  await button(at, 'Allow').click();
}

test.each(['x', 'discord'])('a new person logs in at %s in a window, and comes back in this tab', async (provider) => {
  const { page } = await open(provider);
  await sayWho(await popupOf(page));
  await expectShown(page, 'status', 'loggedIn');
  await expectShown(page, 'user', 'Ada');
  expect(await kept(page)).toEqual([]);
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  await page.getByLabel('Note').fill('two chairs');
  await button(page, 'Continue in this tab').click();
  await sayWho(page);
  await expectShown(page, 'status', 'loggedIn');
  expect(await shown(page, 'returned')).toBe(`/?step=2&provider=${provider}#form`);
  expect(await page.getByLabel('Note').inputValue()).toBe('two chairs');
  expect(await kept(page)).toEqual([]);
});

test('consent that is denied at X is reported as such, in a window and in this tab', async () => {
  const { page } = await open('x');
  await button(await popupOf(page), 'Cancel').click();
  await expectShown(page, 'error', 'OAUTH_DENIED');
  await button(page, 'Continue in this tab').click();
  await button(page, 'Cancel').click();
  await expectShown(page, 'error', 'OAUTH_DENIED');
  expect(await kept(page)).toEqual([]);
});

test('a code that X no longer accepts, and an X that dies between code and token, log nobody in', async () => {
  const { page, place } = await open('x', {
    refusals: ['/v1/oauth2_authenticate 400', '/v1/oauth2_authenticate 503'],
  });
  place.oauth2.fault = (step, outgoing) => {
    if (step === 'token') outgoing.writeHead(400).end('{"error":"invalid_request"}');
    return step === 'token';
  };
  await sayWho(await popupOf(page));
  await expectShown(page, 'error', 'OAUTH_CODE_REFUSED');
  place.oauth2.fault = (_, outgoing) => {
    outgoing.destroy();
    return true;
  };
  await sayWho(await popupOf(page));
  await expectShown(page, 'error', 'OAUTH_PROVIDER_UNREACHABLE');
  expect(await shown(page, 'status')).toBe('loggedOut');
  place.oauth2.fault = undefined;
  await sayWho(await popupOf(page));
  await expectShown(page, 'status', 'loggedIn');
});

/** A stand-in for Google, Apple or Facebook, whose answers are signed with a key of this test. */
async function issuerAt(issuer: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' };
  const documents: Record<string, object> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}/keys` },
    [`${issuer}/keys`]: { keys: [jwk] },
  };
  const outbound: Outbound = {
    mayReach: () => true,
    request: async ({ url }) => ({
      status: documents[url] ? 200 : 404,
      headers: new Headers(),
      body: utf8(JSON.stringify(documents[url] ?? {})),
    }),
  };
  const idToken = (asked: URLSearchParams, nowMs: number) =>
    new SignJWT({ nonce: asked.get('nonce'), name: 'Grace' })
      .setProtectedHeader({ alg: 'RS256', kid: 'key' })
      .setIssuer(issuer)
      .setAudience(asked.get('client_id') ?? '')
      .setSubject('grace')
      .setIssuedAt(Math.floor(nowMs / 1000))
      .setExpirationTime(Math.floor(nowMs / 1000) + 600)
      .sign(privateKey);
  return { outbound, idToken };
}

const goTo = (route: Route, location: string) => route.fulfill({ status: 303, headers: { Location: location } });

test.each([
  ['google', 'https://accounts.google.com', 'https://accounts.google.com/o/oauth2/v2/auth', 'id_token'],
  ['apple', 'https://appleid.apple.com', 'https://appleid.apple.com/auth/authorize', 'code id_token'],
] as const)(
  'a person logs in at %s, whose token comes in the fragment',
  async (name, issuer, endpoint, responseType) => {
    const at = await issuerAt(issuer);
    const { page, context } = await open(name, { outbound: at.outbound, oauthClientIds: { [name]: ['client'] } });
    const asked: URLSearchParams[] = [];
    await context.route(`${endpoint}?*`, async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams);
      const answer = new URLSearchParams({ state: searchParams.get('state') ?? '' });
      if (responseType !== 'id_token') answer.set('code', 'of no use here');
      answer.set('id_token', await at.idToken(searchParams, Date.now()));
      await goTo(route, `${searchParams.get('redirect_uri')}#${answer}`);
    });
    await popupOf(page);
    await expectShown(page, 'status', 'loggedIn');
    await expectShown(page, 'user', 'Grace');
    await button(page, 'Log out').click();
    await expectShown(page, 'status', 'loggedOut');
    await button(page, 'Continue in this tab').click();
    await expectShown(page, 'status', 'loggedIn');
    expect(page.url()).not.toContain('id_token');
    for (const each of asked) {
      expect(each.get('response_type')).toBe(responseType);
      expect(each.get('nonce')).toMatch(/^[0-9a-f]{64}$/);
    }
  },
);

test('a person logs in at Facebook, whose code is exchanged in the page', async () => {
  const at = await issuerAt('https://www.facebook.com');
  const { page, context } = await open('facebook', {
    outbound: at.outbound,
    oauthClientIds: { facebook: ['client'] },
    connectTo: 'https://graph.facebook.com',
  });
  let asked = new URLSearchParams();
  await context.route('https://www.facebook.com/v11.0/dialog/oauth?*', async (route) => {
    asked = new URL(route.request().url()).searchParams;
    await goTo(route, `${asked.get('redirect_uri')}?code=once&state=${asked.get('state')}`);
  });
  let isSpent = false;
  await context.route('https://graph.facebook.com/v11.0/oauth/access_token', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    const isGood =
      !isSpent &&
      form.get('code') === 'once' &&
      form.get('redirect_uri') === asked.get('redirect_uri') &&
      (await pkceChallenge(form.get('code_verifier') ?? '')) === asked.get('code_challenge');
    isSpent = true;
    const body = isGood ? { id_token: await at.idToken(asked, Date.now()) } : { error: 'invalid_grant' };
    const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
    await route.fulfill({ status: 200, headers, body: JSON.stringify(body) });
  });
  await popupOf(page);
  await expectShown(page, 'status', 'loggedIn');
  await expectShown(page, 'user', 'Grace');
  expect(asked.get('code_challenge_method')).toBe('S256');
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  await popupOf(page);
  await expectShown(page, 'error', 'OAUTH_CODE_REFUSED');
});
