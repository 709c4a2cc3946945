import { getRequestListener, serve } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authorizedFetch } from '../../src/client/flows/authorizedFetch.js';
import { expressCaller, honoCaller, refuseUnverified, withCaller } from '../../src/server/guards.js';
import { memoryReplayStore } from '../../src/server/replayStore.js';
import { userLookup } from '../../src/server/userLookup.js';
import type { CallerWithUser, VerifiedCaller } from '../../src/server/verifiedCaller.js';
import type { VerifySettings } from '../../src/server/verifyRequest.js';
import { logIn, newClient, openService } from '../support/people.js';
import { captured, listening, openSite } from './backend.js';

/** A person, and the settings of a backend whose port is known only once it listens. */
async function openBackend(start: (settings: VerifySettings) => Promise<string>) {
  const { service, client } = await openService();
  const session = await logIn(service, client);
  const { trust, clock } = service;
  let origin = '';
  const settings = {
    trust,
    clock,
    replayStore: memoryReplayStore({ clock }),
    get origin() {
      return origin;
    },
  };
  origin = await start(settings);
  return { origin, session, fetchAs: authorizedFetch(client), service };
}

/** The checks for every framework. */
async function checkBackend(start: (settings: VerifySettings) => Promise<string>): Promise<void> {
  const { origin, session, fetchAs, service } = await openBackend(start);
  const answer = await fetchAs(`${origin}/orders/7?page=2`, { method: 'POST', body: '{"sum":1}' });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ userId: session.userId, body: { sum: 1 } });

  const unknown = await fetch(`${origin}/orders/7`, { method: 'POST', body: '{}' });
  expect(unknown.status).toBe(401);
  expect(unknown.headers.get('WWW-Authenticate')).toBe('DPoP algs="ES256"');
  expect(unknown.headers.get('Cache-Control')).toBe('no-store');
  expect(await unknown.json()).toMatchObject({ code: 'CREDENTIALS_MISSING' });

  // A device whose clock is ten minutes slow, and that has not asked the service yet: the second attempt succeeds.
  const slow = newClient(service, { clock: () => service.clock() - 600_000 });
  await slow.sessions.open({ ...(await logIn(service, slow, 'grace@example.com')) });
  slow.clock.learn(new Date(slow.clock.onDevice()).toUTCString(), slow.clock.onDevice());
  expect((await authorizedFetch(slow)(`${origin}/orders/7`, { method: 'POST', body: '{}' })).status).toBe(200);
}

const answerOf = async ({ userId }: VerifiedCaller, body: Promise<unknown>) => ({ userId, body: await body });

describe('a backend knows its user', () => {
  test('in Express, below a router too', async () => {
    await checkBackend((settings) => {
      const app = express();
      const orders = express.Router();
      orders.post('/:id', express.json({ type: () => true }), async (request, response) => {
        response.json(await answerOf(response.locals.caller, request.body));
      });
      app.use('/orders', expressCaller(settings), orders);
      return listening(app);
    });
  });

  test('in Hono', async () => {
    await checkBackend(async (settings) => {
      const app = new Hono<{ Variables: { caller: VerifiedCaller } }>();
      app.use('/orders/*', honoCaller(settings));
      app.post('/orders/:id', async (context) =>
        context.json(await answerOf(context.get('caller'), context.req.json())),
      );
      return new Promise((resolve) => {
        const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
          resolve(`http://127.0.0.1:${port}`),
        );
        onTestFinished(() => void server.close());
      });
    });
  });

  test('in a handler of Request and Response, as in Next, behind a middleware that verifies first', async () => {
    await checkBackend(async (settings) => {
      const middleware = refuseUnverified(settings);
      const handler = withCaller(settings, async (request, caller, context: { params: Promise<{ id: string }> }) => {
        expect((await context.params).id).toBe('7');
        return Response.json(await answerOf(caller, request.json()));
      });
      const params = Promise.resolve({ id: '7' });
      return listening(
        getRequestListener(async (request) => (await middleware(request.clone())) ?? handler(request, { params })),
      );
    });
  });
});

test('with a look-up, the handlers of each framework have the user, and a failed one goes to the framework', async () => {
  const site = await openSite();
  const { service } = site;
  let isDown = false;
  const withUser = userLookup({
    coordinatorUrl: service.settings.coordinatorUrl,
    apiKey: service.rootApiKey,
    cacheSeconds: 0,
    fetch: (url, init) => (isDown ? Promise.reject(new TypeError('fetch failed')) : service.fetch(url, init)),
  });
  const settings = { ...site.settings, withUser };
  const answer = ({ user: { verifiedEmail } }: CallerWithUser) => verifiedEmail ?? 'nobody';

  const app = new Hono<{ Variables: { caller: CallerWithUser } }>();
  app.onError((error, context) => context.text(error.message, 'status' in error ? 503 : 500));
  app.get('/orders', honoCaller(settings), (context) => context.text(answer(context.get('caller'))));
  const handler = withCaller(settings, async (_request, caller) => new Response(answer(caller)));
  const inExpress = async (request: Request) => {
    const errors: unknown[] = [];
    const locals: { caller?: CallerWithUser } = {};
    const { url } = request;
    const headers = Object.fromEntries(request.headers);
    await expressCaller(settings)(
      { url, headers },
      { locals, writeHead: () => ({ end: () => undefined }) },
      (error) => error && errors.push(error),
    );
    return { errors, user: locals.caller && answer(locals.caller) };
  };

  expect(await (await app.request(await captured(site))).text()).toBe('ada@example.com');
  expect(await (await handler(await captured(site))).text()).toBe('ada@example.com');
  expect(await inExpress(await captured(site))).toEqual({ errors: [], user: 'ada@example.com' });

  isDown = true;
  const failed = { code: 'USER_LOOKUP_FAILED', status: 503 };
  expect((await app.request(await captured(site))).status).toBe(503);
  await expect(handler(await captured(site))).rejects.toMatchObject(failed);
  expect(await inExpress(await captured(site))).toMatchObject({ errors: [failed], user: undefined });
});

test('an error that is no refusal is passed to the framework', async () => {
  const { settings } = await openSite();
  const broken = {
    ...settings,
    get trust(): never {
      throw new Error('the settings cannot be read');
    },
  };
  const request = new Request('https://api.example.com/orders');
  await expect(refuseUnverified(broken)(request)).rejects.toThrow('the settings cannot be read');
  const errors: unknown[] = [];
  const response = { locals: {}, writeHead: () => ({ end: () => undefined }) };
  await expressCaller(broken)({ method: 'GET', url: '/orders', headers: {} }, response, (error) => errors.push(error));
  expect(errors).toEqual([new Error('the settings cannot be read')]);
});
