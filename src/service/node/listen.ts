import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerRefusal, lengthOf } from '../http/answers.js';
import { readTraceparent, traceparentHeader } from '../http/traceparent.js';
import { type AnswerBudgets, createAnswerBudgets, type HeldAnswer } from '../limits/answerBudgets.js';
import { peer } from '../peer.js';
import type { Answered, answering } from './answer.js';
import { type BodyBudgets, createBodyBudgets } from './bodyBudgets.js';
import { clientAddress, clientOf, isTrusted } from './clientAddress.js';
import { type ConnectionCounts, capConnections } from './connectionCaps.js';
import { watchConnections } from './connections.js';
import { defaultLimits, type Limits } from './limits.js';
import { openPort, type PlaceVariables } from './openPort.js';
import { notHttp, refuseUnreadable } from './unreadable.js';

/** Another program on the same origin: a page's development server, or a folder of files. */
export type Beside = {
  /** Whether a request's target is its own. By default all that is not the service's: neither `/v1/`, `/public/` and the like, nor `/dev/`, nor `/dashboard`. */
  readonly has?: (target: string) => boolean;
  readonly request: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly upgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

export type ListenSettings = {
  readonly fetch: ReturnType<typeof answering>;
  /** Called with the refusal of bytes that are no request. */
  readonly onUnreadable: (unreadable: Pick<Answered, 'requestId' | 'clientAddress' | 'status' | 'notes'>) => void;
  /** Called when a request has been answered. */
  readonly afterAnswer: () => void;
  /** Addresses of this machine; the first must open. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** What sets the place, for an error message; by default PORT and HOST. */
  readonly variables?: PlaceVariables | undefined;
  readonly trustedProxies: BlockList;
  /** The first one that has a request gets it. */
  readonly beside?: readonly Beside[] | undefined;
  readonly limits?: Limits | undefined;
  readonly globals?: Globals | undefined;
};

/**
 * How to use this process's globals. `ours`: the adapter replaces `Request` and `Response` by its own, which are 50 % faster;
 * `shared` (default): other code runs here, and keeps the platform's.
 */
export type Globals = 'ours' | 'shared';

/** What a server holds now. `bodyBytes`, `answerBytes`: of bodies and of answers under way, the small ones aside. */
export type ListenState = {
  readonly connections: ConnectionCounts;
  readonly bodyBytes: number;
  readonly answerBytes: number;
};

/** A server that answers. */
export type Listening = {
  readonly port: number;
  readonly state: () => ListenState;
  /** Accepts no new connections, and gives running requests ten seconds. */
  readonly stop: () => Promise<void>;
};

/**
 * Answers HTTP/1.1 with a web-standard function, within {@link Limits}. Meant to run behind a proxy that terminates TLS.
 *
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 * @throws {PeerError} PEER_MISSING
 */
export async function listen(settings: ListenSettings): Promise<Listening> {
  const { limits = defaultLimits, beside = [] } = settings;
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, limits.headersMs),
    requireHostHeader: false, // refused below, in our words
  });
  const caps = capConnections(limits, settings.trustedProxies);
  const budgets = createBodyBudgets(limits);
  const answers = createAnswerBudgets(limits);
  const answer = await requestListener(settings, { bodies: budgets, answers, takeMs: limits.takeMs });
  const connections = watchConnections(server, limits, caps);
  const refuse = (code: string | undefined, socket: Duplex) => {
    if (connections.isAnswering(socket)) return socket.destroy();
    const requestId = randomUUID();
    const refusal = refuseUnreadable(code, socket, requestId);
    if (!refusal) return;
    const { remoteAddress = '' } = socket as Socket;
    const address = clientAddress(remoteAddress, undefined, settings.trustedProxies);
    settings.onUnreadable({
      requestId,
      clientAddress: address,
      status: refusal.status,
      notes: { refusal: refusal.code },
    });
  };
  server.on('request', (incoming, outgoing) => {
    const other = beside.find(({ has = isNotOurs }) => has(incoming.url ?? ''));
    // Who has reset the connection has no address any more, and would be counted by none: nothing is done for them.
    if (incoming.socket.remoteAddress === undefined) incoming.socket.destroy();
    // What follows a refused request on its connection may be a part of it.
    else if (!incoming.socket.writable) return;
    else if (hasUnclearLength(incoming)) refuse(undefined, incoming.socket);
    else if (other) other.request(incoming, outgoing);
    else connections.inTurn(incoming.socket, () => void answer(incoming, outgoing));
  });
  for (const { upgrade } of beside) if (upgrade) server.on('upgrade', upgrade);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error.code, socket));
  const { port, close } = await openPort(server, settings.hosts, settings.port, settings.variables);
  return {
    port,
    state: () => ({ connections: caps.counts(), bodyBytes: budgets.held(), answerBytes: answers.held() }),
    stop: () => {
      const closed = close();
      connections.end(limits.shutdownMs);
      return closed;
    },
  };
}

/** Of all that it does not name, `/dev/oauth2` is where the repository's own start puts identity providers. */
const isNotOurs = (target: string): boolean =>
  !/^\/(?:v1|public|\.well-known|dev(?!\/oauth2\/))\/|^\/(?:health|ready|dashboard(?:\.json)?)(?:[/?]|$)/.test(target);

/**
 * Node uses the last of several transfer codings and ignores an empty list of them, where a server in front may have seen another body.
 * @see RFC 9112, 6.1
 */
function hasUnclearLength({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && coding.toLowerCase() !== 'chunked';
}

/** `http://ada:x@localhost/` as a target, or `ada:x@localhost` as Host: no such URL can become a request (RFC 9110, 4.2.4). */
const namesUser = (url: string): boolean => /^https?:\/\/[^/?#]*@/.test(url);

async function requestListener(
  settings: ListenSettings,
  { bodies, answers, takeMs }: Budgets,
): Promise<(incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>> {
  const { fetch, afterAnswer, trustedProxies, globals = 'shared' } = settings;
  const { getRequestListener } = await peer('@hono/node-server hono', () => import('@hono/node-server'));
  /** The request being created: if that fails, the adapter reports only the fact. */
  let arriving: Arriving | undefined;
  const unreadable = (address: string, requestId: string) => {
    const { status, code } = notHttp();
    settings.onUnreadable({ requestId, clientAddress: address, status, notes: { refusal: code } });
    return answerRefusal(notHttp());
  };
  const respond = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { address, isOfProxies } = clientIn(incoming, trustedProxies);
      const requestId = idOf(outgoing);
      if (namesUser(request.url)) return unreadable(address, requestId);
      // A body read from a closed connection has no later end.
      const onHeld = (release: () => void) => (outgoing.closed ? release() : outgoing.once('close', release));
      const bodyBudget = bodies.open(address, onHeld);
      const answerBudget = answers.open(isOfProxies ? undefined : address);
      const traceparent = traceIn(incoming, trustedProxies);
      const given = { clientAddress: address, isOfProxies, traceparent, bodyBudget, answerBudget };
      const response = await fetch(request, given, requestId);
      holdUntilTaken(response, outgoing, { answerBudget, takeMs, cut: () => incoming.socket.destroy() });
      return response;
    },
    {
      overrideGlobalObjects: globals === 'ours',
      errorHandler: () =>
        arriving === undefined
          ? answerRefusal(notHttp())
          : unreadable(clientIn(arriving.incoming, trustedProxies).address, idOf(arriving.outgoing)),
    },
  );
  return (incoming, outgoing) => {
    outgoing.setHeader('X-Request-Id', randomUUID());
    outgoing.once('close', afterAnswer);
    arriving = { incoming, outgoing };
    const answered = respond(incoming, outgoing);
    arriving = undefined;
    return answered;
  };
}

type Arriving = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

type Budgets = { readonly bodies: BodyBudgets; readonly answers: AnswerBudgets; readonly takeMs: number };

/** Counts a large answer until it is taken; an unread one ends with its connection. */
function holdUntilTaken(
  response: Response,
  outgoing: Answering,
  {
    answerBudget,
    takeMs,
    cut,
  }: { readonly answerBudget: HeldAnswer; readonly takeMs: number; readonly cut: () => void },
): void {
  const bytes = lengthOf(response);
  if (bytes === 0 || outgoing.closed) return;
  const release = answerBudget.hold(bytes);
  const untaken = setTimeout(cut, takeMs).unref();
  outgoing.once('close', () => {
    clearTimeout(untaken);
    release();
  });
}

type Answering = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown };

/** The id created for a request, as in its answer. */
const idOf = (outgoing: Pick<ServerResponse, 'getHeader'>): string => String(outgoing.getHeader('X-Request-Id'));

function clientIn({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: BlockList) {
  return clientOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), trusted);
}

/** Whoever is not trusted with addresses names no traces either. */
function traceIn(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: BlockList,
): string | undefined {
  const text = headers[traceparentHeader];
  if (typeof text !== 'string' || !isTrusted(socket.remoteAddress ?? '', trusted)) return undefined;
  return readTraceparent(text);
}
