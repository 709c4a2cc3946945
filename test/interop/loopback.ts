import { BlockList } from 'node:net';
import { guardedOutbound } from '../../src/service/node/guardedOutbound.js';
import { listen } from '../../src/service/node/listen.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { noOutbound, type Outbound } from '../../src/service/outbound.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import type { Exchange } from './openApi.js';

/** Where a stranger finds the service: a real port, since it brings its own `fetch`. */
export type Loopback = TestService & {
  readonly url: string;
  /** The paths that were asked. */
  readonly asked: ReadonlySet<string>;
  /** What was answered with 200, as it went over the wire. */
  readonly exchanges: readonly Exchange[];
};

/** The service in memory, as Node runs it, behind a port of this machine. Its clock runs, as the strangers' own do. */
export async function openLoopback(): Promise<Loopback> {
  const clock = Object.assign(() => Date.now(), { advanceMs: standsStill });
  const test = await createTestService({ clock, primitives: await nodePrimitives(), outbound });
  const asked = new Set<string>();
  const exchanges: Exchange[] = [];
  const { port, stop } = await listen({
    fetch: async (request, connection) => {
      const path = new URL(request.url).pathname;
      asked.add(path);
      const sent = request.clone();
      const response = await test.service.fetch(request, connection);
      if (response.status === 200)
        exchanges.push({ path, request: await sent.text(), answer: await response.clone().text() });
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
    exchanges,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await stop();
      await test.close();
    },
  };
}

const guarded = guardedOutbound('public addresses and this machine');

/** Reaches this machine alone: a name of the internet would be looked for until it is given up, with each delivery. */
const outbound: Outbound = {
  mayReach: guarded.mayReach,
  request: (request) => (new URL(request.url).hostname === '127.0.0.1' ? guarded : noOutbound).request(request),
};

function standsStill(): never {
  throw new Error('This clock is the machine’s: nobody moves it.');
}
