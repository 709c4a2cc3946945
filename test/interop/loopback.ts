import { BlockList } from 'node:net';
import { listen } from '../../src/service/node/listen.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';

/** Where a stranger finds the service: a real port, since it brings its own `fetch`. */
export type Loopback = TestService & {
  readonly url: string;
  /** The paths that were asked. */
  readonly asked: ReadonlySet<string>;
};

/** The service in memory, as Node runs it, behind a port of this machine. Its clock runs, as the strangers' own do. */
export async function openLoopback(): Promise<Loopback> {
  const clock = Object.assign(() => Date.now(), { advanceMs: standsStill });
  const test = await createTestService({ clock, primitives: await nodePrimitives() });
  const asked = new Set<string>();
  const { port, stop } = await listen({
    fetch: async (request, connection) => {
      asked.add(new URL(request.url).pathname);
      const response = await test.service.fetch(request, connection);
      await test.service.deliver();
      return response;
    },
    onUnreadable: () => {},
    afterAnswer: () => {},
    hosts: ['127.0.0.1'],
    port: 0,
    trustedProxies: new BlockList(),
  });
  return {
    ...test,
    asked,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await stop();
      await test.close();
    },
  };
}

function standsStill(): never {
  throw new Error('This clock is the machine’s: nobody moves it.');
}
