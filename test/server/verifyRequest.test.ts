import { describe, expect, test } from 'vitest';
import { refreshSession } from '../../src/client/flows/refreshSession.js';
import { logout } from '../../src/client/session/logout.js';
import { toBase64Url } from '../../src/crypto/base64url.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { accessTokenHash } from '../../src/crypto/dpop.js';
import { writeJws } from '../../src/crypto/jws.js';
import { createSigningKey, sign } from '../../src/crypto/p256.js';
import { memoryReplayStore } from '../../src/server/replayStore.js';
import { revocationCheck } from '../../src/server/revocationCheck.js';
import { verifyRequest } from '../../src/server/verifyRequest.js';
import { keyStamper } from '../../src/stampers/keyStamper.js';
import { logIn, newClient, openService } from '../support/people.js';
import { captured, forged, openSite, orders, requestWith, type Site } from './backend.js';

describe('a request of a logged-in person', () => {
  test('verifies for a backend who sent a request, without a call to the service', async () => {
    const site = await openSite();
    const { organizationId, userId, publicKey } = site.session;
    const caller = await verifyRequest(await captured(site), site.settings);
    expect(caller).toEqual({ organizationId, userId, publicKey, expiresAtMs: caller.expiresAtMs });
    expect(Math.abs(caller.expiresAtMs - site.session.expiresAtMs)).toBeLessThan(1000);
  });

  test.each([
    ['trust', { trust: undefined }, /notarizerPublicKey/],
    ['key', { trust: { notarizerPublicKey: undefined } }, /notarizerPublicKey/],
    ['key of the right form', { trust: { notarizerPublicKey: 'zz' } }, /notarizerPublicKey/],
    ['origin', { origin: undefined }, /origin/],
  ])('without its own %s a backend hears what is missing, and refuses nobody for it', async (_, change, says) => {
    const site = await openSite();
    const settings = { ...site.settings, ...change } as unknown as typeof site.settings;
    await expect(verifyRequest(await captured(site), settings)).rejects.toThrow(says);
    await expect(verifyRequest(await captured(site), settings)).rejects.toThrow(TypeError);
  });

  test('counts with any method, query and body', async () => {
    const site = await openSite();
    const request = await captured(site, `${orders}/caf%C3%A9?page=2#end`, { method: 'POST', body: '{}' });
    expect(await verifyRequest(request, site.settings)).toMatchObject({ userId: site.session.userId });
    expect(await request.text()).toBe('{}');
  });

  test('counts at each of several origins, whatever host a proxy in front has written', async () => {
    const site = await openSite();
    const request = await captured(site);
    const behindProxy = { method: 'GET', url: '/orders', headers: Object.fromEntries(request.headers) };
    const origin = ['https://other.example', 'https://api.example.com/'];
    expect(await verifyRequest(behindProxy, { ...site.settings, origin })).toMatchObject({
      userId: site.session.userId,
    });
  });

  test('counts where the framework has a class of headers of its own', async () => {
    const site = await openSite();
    const request = await captured(site);
    const get = (name: string) => request.headers.get(name);
    const headers = { get, has: (name: string) => get(name) !== null } as unknown as Headers;
    expect(await verifyRequest({ method: 'GET', url: '/orders', headers }, site.settings)).toMatchObject({
      userId: site.session.userId,
    });
  });

  test('counts with the new key after a refresh', async () => {
    const site = await openSite();
    const session = await refreshSession(site.client);
    expect(await verifyRequest(await captured(site), site.settings)).toMatchObject({ publicKey: session.publicKey });
  });

  test('of a session without a token gets one by a refresh', async () => {
    const site = await openSite();
    const { token, ...tokenless } = site.session;
    await site.client.sessions.open(tokenless);
    expect((await site.client.sessions.current()).active?.token).toBeUndefined();
    expect(await verifyRequest(await captured(site), site.settings)).toMatchObject({ userId: tokenless.userId });
    const { active } = await site.client.sessions.current();
    expect(active?.token).toBeDefined();
    expect(active?.token).not.toBe(token);
  });
});

/** @see RFC 9449, section 11 */
describe('a hostile request is refused', () => {
  const refusalOf = (request: Promise<Request> | Request, settings: Site['settings']) =>
    Promise.resolve(request)
      .then((each) => verifyRequest(each, settings))
      .then(
        () => 'accepted',
        (error) => error.code,
      );

  test('11.1: recorded and sent again', async () => {
    const site = await openSite();
    const request = await captured(site);
    expect(await refusalOf(request.clone(), site.settings)).toBe('accepted');
    expect(await refusalOf(request.clone(), site.settings)).toBe('PROOF_REPLAYED');
  });

  test('11.1: of a hundred that arrive at once with one proof, one passes', async () => {
    const site = await openSite();
    const request = await captured(site);
    const codes = await Promise.all(Array.from({ length: 100 }, () => refusalOf(request.clone(), site.settings)));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(codes.filter((code) => code === 'PROOF_REPLAYED')).toHaveLength(99);
  });

  test('11.1: recorded, and sent elsewhere or by another method', async () => {
    const site = await openSite();
    const { headers } = await captured(site);
    const sent = (url: string, init?: RequestInit) => refusalOf(new Request(url, { ...init, headers }), site.settings);
    expect(await sent('https://api.example.com/payments')).toBe('PROOF_INVALID');
    expect(await sent('https://api.example.com//orders')).toBe('PROOF_INVALID');
    expect(await sent('https://api.example.com/orders/')).toBe('PROOF_INVALID');
    expect(await sent(orders, { method: 'DELETE' })).toBe('PROOF_INVALID');
    const elsewhere = { ...site.settings, origin: 'https://api.other.example' };
    expect(await refusalOf(requestWith(Object.fromEntries(headers)), elsewhere)).toBe('PROOF_INVALID');
  });

  test('11.1, 11.2: made long ago or ahead of need', async () => {
    const site = await openSite();
    const at = (seconds: number) =>
      refusalOf(forged(site, { iat: Math.floor(site.service.clock() / 1000) + seconds }), site.settings);
    expect(await at(-59)).toBe('accepted');
    expect(await at(59)).toBe('accepted');
    expect(await at(-62)).toBe('PROOF_NOT_LIVE');
    expect(await at(62)).toBe('PROOF_NOT_LIVE');
  });

  test('11.5: with another kind of signed text in the place of the proof', async () => {
    const site = await openSite();
    const { token = '' } = site.session;
    const key = await site.client.keys.get(site.session.publicKey);
    if (!key) throw new Error('there is no key');
    const said = { htm: 'GET', htu: orders, iat: Math.floor(site.service.clock() / 1000), jti: 'a' };
    const plain = await writeJws({ ...said, ath: await accessTokenHash(token) }, (input) => sign(key, input));
    const { value: stamp } = await keyStamper(key).stamp(utf8(JSON.stringify({ organizationId: 'a' })));
    for (const DPoP of [plain, token, stamp, `${token}, ${token}`, 'x'.repeat(9000), ''])
      expect(await refusalOf(requestWith({ Authorization: `DPoP ${token}`, DPoP }), site.settings)).toBe(
        'PROOF_INVALID',
      );
  });

  test('11.6: with a token by another algorithm, another signer, or none', async () => {
    const site = await openSite();
    const { token = '' } = site.session;
    const [, said = '', signature = ''] = token.split('.');
    const headerOf = (header: object) => toBase64Url(utf8(JSON.stringify(header)));
    const tokens = [
      `${headerOf({ alg: 'none', typ: 'JWT' })}.${said}.`,
      `${headerOf({ alg: 'HS256', typ: 'JWT' })}.${said}.${signature}`,
      token.slice(0, -2),
    ];
    for (const each of tokens) {
      const headers = { Authorization: `DPoP ${each}`, DPoP: (await forged(site)).headers.get('DPoP') ?? '' };
      expect(await refusalOf(requestWith(headers), site.settings)).toBe('TOKEN_INVALID');
    }
    const foreign = await openService();
    const there = await logIn(foreign.service, foreign.client);
    const request = await captured({ client: foreign.client });
    expect(there.token).toBeDefined();
    expect(await refusalOf(request, site.settings)).toBe('TOKEN_INVALID');
  });

  test('11.8: with a token that belongs to another key, or a proof that belongs to another token', async () => {
    const site = await openSite();
    const thief = newClient(site.service);
    const other = await logIn(site.service, thief, 'eve@example.com');
    const theirs = { ...site, client: thief, session: other };
    // The attacker's own proof with the stolen token and its hash: the key is not the token's.
    const ath = await accessTokenHash(site.session.token ?? '');
    const proof = (await forged(theirs, { ath })).headers.get('DPoP') ?? '';
    const stolen = requestWith({ Authorization: `DPoP ${site.session.token}`, DPoP: proof });
    expect(await refusalOf(stolen, site.settings)).toBe('PROOF_INVALID');
    expect(await refusalOf(forged(site, {}, createSigningKey()), site.settings)).toBe('PROOF_INVALID');
    expect(await refusalOf(forged(site, { ath: await accessTokenHash('another') }), site.settings)).toBe(
      'PROOF_INVALID',
    );
  });

  test('with the token alone, as a bearer token too', async () => {
    const site = await openSite();
    const { token } = site.session;
    const DPoP = (await forged(site)).headers.get('DPoP') ?? '';
    expect(await refusalOf(requestWith({ Authorization: `DPoP ${token}` }), site.settings)).toBe('CREDENTIALS_MISSING');
    expect(await refusalOf(requestWith({ Authorization: `Bearer ${token}` }), site.settings)).toBe(
      'CREDENTIALS_MISSING',
    );
    expect(await refusalOf(requestWith({ Authorization: `Bearer ${token}`, DPoP }), site.settings)).toBe(
      'CREDENTIALS_MISSING',
    );
    expect(await refusalOf(requestWith({ DPoP }), site.settings)).toBe('CREDENTIALS_MISSING');
    expect(await refusalOf(requestWith({}), site.settings)).toBe('CREDENTIALS_MISSING');
  });

  test('after the end of the session', async () => {
    const site = await openSite();
    site.service.clock.advanceMs(site.session.expiresAtMs - site.service.clock() + 1000);
    expect(await refusalOf(forged(site), site.settings)).toBe('TOKEN_EXPIRED');
  });

  test('where the proof was tampered with', async () => {
    const site = await openSite();
    const request = await forged(site);
    const [header = '', , signature = ''] = (request.headers.get('DPoP') ?? '').split('.');
    const other = (await forged(site, { jti: 'another' })).headers.get('DPoP')?.split('.')[1];
    const headers = {
      Authorization: request.headers.get('Authorization') ?? '',
      DPoP: `${header}.${other}.${signature}`,
    };
    expect(await refusalOf(requestWith(headers), site.settings)).toBe('PROOF_INVALID');
  });
});

describe('a proof is no stamp', () => {
  test('so that the service refuses it as one', async () => {
    const { service, client } = await openSite();
    const proof = (await captured({ client })).headers.get('DPoP') ?? '';
    const send = (stamp: string, body: string) =>
      service.fetch('https://latchkey.test/public/v1/query/whoami', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Stamp': stamp },
        body,
      });
    const { organizationId } = service;
    for (const body of [JSON.stringify({ organizationId }), proof, proof.split('.').slice(0, 2).join('.')]) {
      const response = await send(proof, body);
      expect(response.status).toBe(401);
      expect(JSON.stringify(await response.json())).toContain('STAMP_MALFORMED');
    }
  });
});

describe('a proof is used up last', () => {
  test('so that a middleware may verify first, and a refused request can be sent again', async () => {
    const site = await openSite();
    const request = await captured(site);
    const looking = { ...site.settings, consume: false };
    await verifyRequest(request.clone(), looking);
    await verifyRequest(request.clone(), looking);
    const refusing = { ...site.settings, isRevoked: async () => true };
    await expect(verifyRequest(request.clone(), refusing)).rejects.toMatchObject({ code: 'SESSION_REVOKED' });
    await verifyRequest(request.clone(), site.settings);
    await expect(verifyRequest(request.clone(), looking)).resolves.toMatchObject({ userId: site.session.userId });
    await expect(verifyRequest(request.clone(), site.settings)).rejects.toMatchObject({ code: 'PROOF_REPLAYED' });
  });

  test('and is remembered until it is too old to be accepted, and no longer', async () => {
    const site = await openSite();
    const { clock } = site.service;
    const replayStore = memoryReplayStore({ clock, mostProofs: 2 });
    const settings = { ...site.settings, replayStore };
    const ahead = await forged(site, { iat: Math.floor(clock() / 1000) + 59 });
    await verifyRequest(ahead.clone(), settings);
    clock.advanceMs(118_000);
    await expect(verifyRequest(ahead.clone(), settings)).rejects.toMatchObject({ code: 'PROOF_REPLAYED' });
    await verifyRequest(await forged(site), settings);
    const overflow = verifyRequest(await forged(site), settings);
    await expect(overflow).rejects.toMatchObject({ code: 'REPLAY_STORE_FULL', status: 503 });
    clock.advanceMs(62_000);
    await verifyRequest(await forged(site), settings);
  });
});

describe('a session that was ended', () => {
  test('passes offline verification until it expires, and is refused at once by a backend that asks the coordinator', async () => {
    const site = await openSite();
    const { service } = site;
    const isRevoked = revocationCheck({
      coordinatorUrl: service.settings.coordinatorUrl,
      apiKey: service.rootApiKey,
      fetch: service.fetch,
      maxAgeSeconds: 0,
    });
    const [one, two, three] = [await captured(site), await captured(site), await captured(site)];
    await verifyRequest(one, { ...site.settings, isRevoked });
    await logout(site.client);
    await verifyRequest(two, site.settings);
    await expect(verifyRequest(three, { ...site.settings, isRevoked })).rejects.toMatchObject({
      code: 'SESSION_REVOKED',
      status: 401,
    });
  });

  test('counts as valid for as long as `maxAgeSeconds` says, and no longer', async () => {
    const site = await openSite();
    const { service } = site;
    let asked = 0;
    const isRevoked = revocationCheck({
      coordinatorUrl: service.settings.coordinatorUrl,
      apiKey: service.rootApiKey,
      clock: service.clock,
      fetch: (url, init) => {
        asked += 1;
        return service.fetch(url, init);
      },
    });
    const verified = async () => verifyRequest(await forged(site), { ...site.settings, isRevoked });
    const held = await site.client.keys.get(site.session.publicKey);
    await verified();
    await logout(site.client);
    const later = async () => {
      const request = await forged(site, {}, Promise.resolve(held));
      return verifyRequest(request, { ...site.settings, isRevoked });
    };
    service.clock.advanceMs(59_000);
    await later();
    expect(asked).toBe(1);
    service.clock.advanceMs(1_000);
    await expect(later()).rejects.toMatchObject({ code: 'SESSION_REVOKED' });
    await expect(later()).rejects.toMatchObject({ code: 'SESSION_REVOKED' });
    expect(asked).toBe(3);
  });

  test('does not count as revoked if the service refuses the backend’s own key', async () => {
    const site = await openSite();
    const isRevoked = revocationCheck({
      coordinatorUrl: site.service.settings.coordinatorUrl,
      apiKey: (await openService()).service.rootApiKey,
      fetch: site.service.fetch,
    });
    const answer = verifyRequest(await captured(site), { ...site.settings, isRevoked });
    await expect(answer).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });
});
