import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createExampleId } from '../../../../../src/service/node/exampleId/createExampleId.js';
import { findOidcProvider } from '../../../../../src/service/node/exampleId/findOidcProvider.js';
import { exampleClientId } from '../../../../../src/service/node/exampleId/offerExampleId.js';
import { oidcProvider } from '../../../../support/oidcProvider.js';

const ownOrigin = 'http://localhost:4500';
const otherPort = 'http://localhost:5173';
const elsewhere = 'https://elsewhere.example';
/** RFC 7636, appendix B. */
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const callbackOf = (origin: string): string => `${origin}/oauth-callback.html`;

test.each([ownOrigin, otherPort])('Example ID logs people in at an app at %s', async (origin) => {
  const { issuer, follow } = await startExampleId();
  const login = await follow(authorization(issuer, callbackOf(origin)));
  expect(formActionOf(login)).toContain(origin === ownOrigin ? ownOrigin : 'http://localhost:*');
  const consent = await follow(login.url, { answer: 'login', email: 'ada@example.com', name: 'Ada' });
  const back = new URL((await follow(consent.url, { answer: 'allow' })).url);
  expect(back.origin + back.pathname).toBe(callbackOf(origin));
  const exchanged = await exchange(issuer, { code: back.searchParams.get('code') ?? '', origin });
  expect(exchanged.status).toBe(200);
  expect(exchanged.headers.get('Access-Control-Allow-Origin')).toBe(origin);
  expect(await exchanged.json()).toMatchObject({ id_token: expect.stringMatching(/^ey/) });
});

test('Example ID sends nobody to another host, by https to this machine, or to another page of an app', async () => {
  const { issuer } = await startExampleId();
  for (const redirectUrl of [
    callbackOf(elsewhere),
    callbackOf('http://elsewhere.example:5173'),
    callbackOf('http://localhost.elsewhere.example:5173'),
    callbackOf('https://localhost:5173'),
    `${otherPort}/another-page.html`,
  ]) {
    const refused = await fetch(authorization(issuer, redirectUrl), { redirect: 'manual' });
    expect([redirectUrl, refused.status, refused.headers.get('Location')]).toEqual([redirectUrl, 400, null]);
  }
});

test.each([elsewhere, 'https://localhost:5173', 'http://localhost.elsewhere.example:5173', 'null'])(
  'Example ID gives no token to a page of the origin %s',
  async (origin) => {
    const { issuer, follow } = await startExampleId();
    const login = await follow(authorization(issuer, callbackOf(ownOrigin)));
    expect(formActionOf(login)).not.toContain(origin);
    const consent = await follow(login.url, { answer: 'login', email: 'ada@example.com' });
    const back = new URL((await follow(consent.url, { answer: 'allow' })).url);
    const refused = await exchange(issuer, { code: back.searchParams.get('code') ?? '', origin });
    expect(refused.status).toBe(400);
    expect(await refused.json()).not.toHaveProperty('id_token');
  },
);

test('the package that Example ID is made of is found beside this one or beside the app, or not at all', () => {
  const own = findOidcProvider();
  const nowhere = join(tmpdir(), 'package.json');
  expect(findOidcProvider([nowhere])).toBeUndefined();
  const ofTheApp = findOidcProvider([nowhere, join(process.cwd(), 'package.json')]);
  expect(ofTheApp?.().Provider).toBe(own?.().Provider);
});

/** Where a browser is in the end: the page that it shows, or what it was sent to outside of Example ID. */
type Page = { readonly url: string; readonly headers: Headers };

/** Example ID on a port of its own, which knows one app, and a browser that keeps its cookies. */
async function startExampleId() {
  const server = createServer((incoming, outgoing) => exampleId.answer(incoming, outgoing)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}/dev/oidc`;
  const exampleId = createExampleId(oidcProvider(), { issuer, redirectUrls: [callbackOf(ownOrigin)] });

  const cookies = new Map<string, string>();
  async function follow(url: string, form?: Record<string, string>): Promise<Page> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const asked = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(url, { ...asked, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('Location');
    if (location === null) return { url, headers: answer.headers };
    const next = new URL(location, url);
    return next.href.startsWith(issuer) ? follow(next.href) : { url: next.href, headers: answer.headers };
  }
  return { issuer, follow };
}

function authorization(issuer: string, redirectUrl: string): string {
  const query = new URLSearchParams({
    client_id: exampleClientId,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: 'openid',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  });
  return `${issuer}/auth?${query}`;
}

/** What a page of `origin` does with its code; its redirect URL is `origin`'s own where Example ID has one for it. */
function exchange(issuer: string, { code, origin }: { code: string; origin: string }): Promise<Response> {
  const redirectUrl = callbackOf(/^http:\/\/localhost:\d+$/.test(origin) ? origin : ownOrigin);
  const body = new URLSearchParams({
    client_id: exampleClientId,
    redirect_uri: redirectUrl,
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
  });
  return fetch(`${issuer}/token`, { method: 'POST', body, headers: { Origin: origin } });
}

const formActionOf = ({ headers }: Page): string[] =>
  /form-action ([^;]*)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1]?.split(' ') ?? [];
