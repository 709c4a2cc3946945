import { describe, expect, test } from 'vitest';
import { authorizedFetch } from '../../src/client/flows/authorizedFetch.js';
import { refreshSession } from '../../src/client/flows/refreshSession.js';
import { logout } from '../../src/client/session/logout.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { createSigningKey, decompressPoint } from '../../src/crypto/p256.js';
import { readSessionToken, writeSessionToken } from '../../src/crypto/tokens.js';
import { answerUnverified } from '../../src/server/answerUnverified.js';
import { verifyRequest } from '../../src/server/verifyRequest.js';
import { forged, openSite, orders, type Site } from './backend.js';

describe('a token that is older than the backend takes', () => {
  const hourMs = 3_600_000;

  /** A site whose sessions last a week, and its backend as a `fetch` that counts. */
  async function openSiteOfAWeek(settings: Partial<Site['settings']> = {}) {
    const site = await openSite();
    await site.service.configure({ sessionExpirationSeconds: 7 * 24 * 3600 });
    const session = await refreshSession(site.client);
    const answers: number[] = [];
    const fetch = async (input: RequestInfo | URL) => {
      const response = await verifyRequest(input as Request, { ...site.settings, ...settings }).then(
        () => new Response(),
        answerUnverified,
      );
      answers.push(response.status);
      return response;
    };
    return { ...site, session, answers, fetch };
  }

  test('is refused, unless the backend asks whether the session was ended, or takes any age', async () => {
    const site = await openSiteOfAWeek();
    site.service.clock.advanceMs(hourMs);
    await verifyRequest(await forged(site), site.settings);
    site.service.clock.advanceMs(1_000);
    await expect(verifyRequest(await forged(site), site.settings)).rejects.toMatchObject({
      code: 'TOKEN_TOO_OLD',
      status: 401,
      challenge: 'DPoP algs="ES256", error="invalid_token", error_description="TOKEN_TOO_OLD"',
    });
    await verifyRequest(await forged(site), { ...site.settings, isRevoked: async () => false });
    await verifyRequest(await forged(site), { ...site.settings, maxTokenAgeSeconds: Number.POSITIVE_INFINITY });
    await verifyRequest(await forged(site), { ...site.settings, maxTokenAgeSeconds: 3_601 });
  });

  test('is refused after a logout, at the latest when it is an hour old', async () => {
    const site = await openSiteOfAWeek();
    const held = await site.client.keys.get(site.session.publicKey);
    await logout(site.client);
    site.service.clock.advanceMs(hourMs - 1_000);
    await verifyRequest(await forged(site, {}, Promise.resolve(held)), site.settings);
    site.service.clock.advanceMs(2_000);
    const late = verifyRequest(await forged(site, {}, Promise.resolve(held)), site.settings);
    await expect(late).rejects.toMatchObject({ code: 'TOKEN_TOO_OLD' });
  });

  test('is too old where it does not say when it was issued', async () => {
    const site = await openSite();
    const { iat: _, ...claims } = readSessionToken(site.session.token ?? '');
    const notarizer = await createSigningKey();
    const token = await writeSessionToken(claims, notarizer);
    const older = { ...site, session: { ...site.session, token } };
    const settings = {
      ...site.settings,
      trust: { notarizerPublicKey: toHex(decompressPoint(fromHex(notarizer.publicKey))) },
    };
    await expect(verifyRequest(await forged(older), settings)).rejects.toMatchObject({ code: 'TOKEN_TOO_OLD' });
    await verifyRequest(await forged(older), { ...settings, maxTokenAgeSeconds: Number.POSITIVE_INFINITY });
  });

  test('is never sent by the kit, which renews at half of that age', async () => {
    const { service, client, session, answers, fetch } = await openSiteOfAWeek();
    const send = authorizedFetch(client, { fetch });
    service.clock.advanceMs(hourMs / 2);
    await send(orders);
    expect((await client.sessions.current()).active?.publicKey).toBe(session.publicKey);
    service.clock.advanceMs(hourMs);
    await send(orders);
    expect((await client.sessions.current()).active?.publicKey).not.toBe(session.publicKey);
    expect(answers).toEqual([200, 200]);
  });

  test('is renewed, and the request sent once more, where the kit did not know the age', async () => {
    const { service, client, answers, fetch } = await openSiteOfAWeek({ maxTokenAgeSeconds: 60 });
    const send = authorizedFetch(client, { fetch });
    service.clock.advanceMs(120_000);
    expect((await send(orders, { method: 'POST', body: '{}' })).status).toBe(200);
    expect(answers).toEqual([401, 200]);
  });

  test('is sent all the same where renewing fails, and not tried at each request', async () => {
    const { service, client, answers, fetch } = await openSiteOfAWeek();
    const send = authorizedFetch(client, { fetch });
    service.clock.advanceMs(hourMs - 60_000);
    service.failures.next('stamp_login', { refuse: 'TOO_MANY_REFUSALS' });
    await send(orders);
    await send(orders);
    expect(answers).toEqual([200, 200]);
    const before = (await client.sessions.current()).active?.publicKey;
    service.clock.advanceMs(16_000);
    await send(orders);
    expect((await client.sessions.current()).active?.publicKey).not.toBe(before);
  });
});
