import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';

/** Where a stranger finds the service: a real port, since it brings its own `fetch`. */
export type Loopback = TestService & {
  readonly url: string;
  /** The paths that were asked. */
  readonly asked: ReadonlySet<string>;
};

/** The service in memory behind a port of this machine. Its clock runs, as the strangers' own do. */
export async function openLoopback(): Promise<Loopback> {
  const test = await createTestService({ clock: Object.assign(() => Date.now(), { advanceMs: standsStill }) });
  const asked = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    asked.add(incoming.url ?? '');
    void answer(test, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...test,
    asked,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await shut(server);
      await test.close();
    },
  };
}

async function answer(test: TestService, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await buffer(incoming);
  const response = await test.fetch(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}

function standsStill(): never {
  throw new Error('This clock is the machine’s: nobody moves it.');
}

function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
