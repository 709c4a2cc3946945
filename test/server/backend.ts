import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Client } from '../../src/client/createClient.js';
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

/** A service, a person on a device, and the settings of a backend at `https://api.example.com`. */
export async function openSite(origin: string = 'https://api.example.com'): Promise<Site> {
  const { service, client } = await openService();
  const session = await logIn(service, client);
  const { trust, clock } = service;
  const settings = { trust, origin, clock, replayStore: memoryReplayStore({ clock }) };
  return { service, client, session, settings };
}

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
