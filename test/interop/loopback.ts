import { BlockList } from 'node:net';
import { guardedOutbound } from '../../src/service/node/guardedOutbound.js';
import { listen } from '../../src/service/node/listen.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import { noOutbound, type Outbound } from '../../src/service/outbound.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import type { Exchange } from './openApi.js';

/** The service for other vendors' clients: on a real port, because they use their own `fetch`. */
export type Loopback = TestService & {
  readonly url: string;
  /** The paths of all requests. */
  readonly requested: ReadonlySet<string>;
  /** The requests that were answered with 200, with their answers. */
  readonly exchanges: readonly Exchange[];
};

/** A service in memory, behind a port of this machine, with the machine's clock, which the clients use, too. */
export async function openLoopback(): Promise<Loopback> {
  const clock = Object.assign(() => Date.now(), { advanceMs: standsStill });
  const test = await createTestService({
    ...{ clock, primitives: await nodePrimitives(), outbound },
    config: { allowedAuthMethods: ['email', 'wallet'], acceptUnboundProviderTokens: true },
  });
  const requested = new Set<string>();
  const exchanges: Exchange[] = [];
  const { port, stop } = await listen({
    fetch: async (request, connection) => {
      const path = new URL(request.url).pathname;
      requested.add(path);
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
    requested,
    exchanges,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await stop();
      await test.close();
    },
  };
}

const guarded = guardedOutbound('public and loopback');

/** Reaches this machine only: a name on the internet would be looked up until a timeout, at each delivery. */
const outbound: Outbound = {
  mayReach: guarded.mayReach,
  request: (request) => (new URL(request.url).hostname === '127.0.0.1' ? guarded : noOutbound).request(request),
};

function standsStill(): never {
  throw new Error('This clock is the machine’s: nobody moves it.');
}
