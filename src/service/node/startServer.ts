import { BlockList } from 'node:net';
import type { Service } from '../createService.js';
import type { Log } from '../tools.js';
import type { StartSpan } from '../tracing.js';
import { within } from '../within.js';
import { type Answered, answering, type Fetch } from './answer.js';
import { startDeliveryLoop } from './deliveryLoop.js';
import { defaultLimits, type Limits } from './limits.js';
import { type Beside, type Globals, type Listening, type ListenSettings, listen } from './listen.js';
import type { PlaceVariables } from './openPort.js';

export type ServerSettings = {
  readonly service: Pick<Service, 'fetch' | 'deliver' | 'hasPosting' | 'close'>;
  /** What stands before the service's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly hosts: readonly string[];
  readonly port: number;
  readonly log: Log;
  /** Called with each answer; by default nothing. */
  readonly onAnswered?: ((answered: Answered) => void) | undefined;
  /** Makes each request a span; by default none is. */
  readonly startSpan?: StartSpan | undefined;
  readonly trustedProxies?: BlockList | undefined;
  readonly beside?: readonly Beside[] | undefined;
  readonly limits?: Limits | undefined;
  readonly globals?: Globals | undefined;
  /** A second port of the same hosts and limits, where something else answers. */
  readonly second?: SecondPort | undefined;
};

type SecondPort = {
  readonly fetch: Fetch;
  readonly port: number;
  /** What sets it, for an error message. */
  readonly variables: PlaceVariables;
};

/** A service that answers on a port and sends its messages. */
export type Running = {
  readonly url: string;
  /** Where the second port answers, if there is one. */
  readonly secondUrl: string | undefined;
  readonly state: Listening['state'];
  /** Accepts no new connections, ends running requests within ten seconds, and closes the database. */
  readonly stop: () => Promise<void>;
};

/**
 * Puts a service on a port. Should that fail, the service is closed.
 *
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 * @throws {PeerError} PEER_MISSING
 */
export async function startServer(settings: ServerSettings): Promise<Running> {
  const { service, log, limits = defaultLimits, onAnswered = () => {}, startSpan } = settings;
  const delivery = startDeliveryLoop(service.deliver, log);
  const open: Listening[] = [];
  const stop = async () => {
    // Messages in flight at the timeout stay in the outbox: the next process sends them.
    await within(Promise.all([...open.map((each) => each.stop()), delivery.stop()]), limits.shutdownMs + 500);
    await service.close();
  };
  const openAt = async ({ fetch, ...place }: PortOf): Promise<Listening> => {
    const listening = await listen({
      fetch: answering(fetch, { log, onAnswered, answerMs: limits.answerMs, startSpan }),
      onUnreadable: (unreadable) => onAnswered({ ...unreadable, method: '', path: 'unreadable', ms: 0 }),
      afterAnswer: () => {
        if (service.hasPosting()) delivery.nudge();
      },
      hosts: settings.hosts,
      trustedProxies: settings.trustedProxies ?? new BlockList(),
      limits,
      globals: settings.globals,
      ...place,
    });
    open.push(listening);
    return listening;
  };
  const { fetch = service.fetch, port, beside } = settings;
  try {
    const listening = await openAt({ fetch, port, beside });
    const second = settings.second && (await openAt(settings.second));
    const url = (at: Listening) => urlOf(settings.hosts[0] ?? '', at.port);
    return { url: url(listening), secondUrl: second && url(second), state: listening.state, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type PortOf = Pick<ListenSettings, 'port' | 'variables' | 'beside'> & { readonly fetch: Fetch };

/** As a browser on this machine would type it. */
function urlOf(host: string, port: number): string {
  const isEverywhere = ['0.0.0.0', '::'].includes(host);
  const name = isEverywhere || host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
