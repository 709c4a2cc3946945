import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Client } from '../../src/client/createClient.js';
import { authorizedFetch } from '../../src/client/flows/authorizedFetch.js';
import { accessTokenHash, type DpopClaims, writeDpopProof } from '../../src/crypto/dpop.js';
import { memoryReplayStore } from '../../src/server/replayStore.js';
import type { VerifySettings } from '../../src/server/verifyRequest.js';
import type { Session } from '../../src/sessions/session.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { logIn, openService } from '../support/people.js';

/** A logged-in person, and a backend that verifies their requests. */
export type Site = {
  readonly service: TestService;
  readonly client: Client;
  readonly session: Session;
  readonly settings: VerifySettings;
};

/** A URL of that backend. */
export const orders = 'https://api.example.com/orders';

/** A service, a person on a device, and the settings of a backend at `https://api.example.com`. */
export async function openSite(origin: string = 'https://api.example.com'): Promise<Site> {
  const { service, client } = await openService();
  const session = await logIn(service, client);
  const { trust, clock } = service;
  const settings = { trust, origin, clock, replayStore: memoryReplayStore({ clock }) };
  return { service, client, session, settings };
}

/** The kit's request, captured instead of sent. */
export async function captured(
  { client }: Pick<Site, 'client'>,
  url: string = orders,
  init?: RequestInit,
): Promise<Request> {
  let sent: Request | undefined;
  await authorizedFetch(client, {
    fetch: async (input) => {
      sent = input as Request;
      return new Response();
    },
  })(url, init);
  if (!sent) throw new Error('nothing was sent');
  return sent;
}

/** A request with a proof of the test's own making. */
export async function forged(
  { client, session, service }: Site,
  changes: Partial<DpopClaims> = {},
  key = client.keys.get(session.publicKey),
): Promise<Request> {
  const { token = '' } = session;
  const claims = {
    htm: 'GET',
    htu: orders,
    iat: Math.floor(service.clock() / 1000),
    jti: crypto.randomUUID(),
    ath: await accessTokenHash(token),
    ...changes,
  };
  const held = await key;
  if (!held) throw new Error('there is no key');
  return requestWith({ Authorization: `DPoP ${token}`, DPoP: await writeDpopProof(claims, held) });
}

/** A request that is written by hand. */
export const requestWith = (headers: Record<string, string>, url: string = orders) => new Request(url, { headers });

/** A backend on a port of this machine. @returns its origin. */
export async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
