import { type ServerSettings, startServer } from '../../src/service/node/startServer.js';
import { createTestService, type TestService, type TestServiceSettings } from '../../src/testing/createTestService.js';

/** A service on a port of this machine. `close` closes the port and the service. */
export type OnAPort = TestService & { readonly port: number };

export async function serviceOnAPort(
  settings: TestServiceSettings = {},
  serving: Partial<ServerSettings> = {},
): Promise<OnAPort> {
  const test = await createTestService(settings);
  const { service } = test;
  const { log = () => {} } = settings;
  const server = await startServer({ service, hosts: ['127.0.0.1'], port: 0, log, ...serving });
  return { ...test, port: Number(new URL(server.url).port), close: server.stop };
}
