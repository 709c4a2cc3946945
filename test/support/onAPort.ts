import type { Deliver } from '../../src/service/delivery/delivery.js';
import { type ServerSettings, startServer } from '../../src/service/node/startServer.js';
import { createTestService, type TestService, type TestServiceSettings } from '../../src/testing/createTestService.js';

/** A service on a port of this machine. `close` closes the port and the service. */
export type OnAPort = TestService & { readonly port: number };

/** @param serving - settings of the server, and what it calls to send what is due, where that is not the service's own. */
export async function serviceOnAPort(
  settings: TestServiceSettings = {},
  { deliver, ...serving }: Partial<ServerSettings> & { readonly deliver?: Deliver } = {},
): Promise<OnAPort> {
  const test = await createTestService(settings);
  const service = { ...test.service, ...(deliver && { deliver }) };
  const { log = () => {} } = settings;
  const server = await startServer({ service, hosts: ['127.0.0.1'], port: 0, log, ...serving });
  return { ...test, port: Number(new URL(server.url).port), close: server.stop };
}
