import { connect, type Socket } from 'node:net';

/** A way to keep a connection busy without completing a request. */
export type Slowness = 'slow headers' | 'slow body' | 'slow reading';

export const slownesses: readonly Slowness[] = ['slow headers', 'slow body', 'slow reading'];

/** Connections that the client never closes. */
export type SlowConnections = {
  readonly opened: () => number;
  /** Connections that could not be made, by their error's code. */
  readonly failed: () => Readonly<Record<string, number>>;
  readonly close: () => void;
};

const everyMs = 1000;

/** Opened gradually: a thousand requests at once would be a flood, not slow clients. */
export const openedASecond = 25;

/** Opens `count` connections from 64 addresses, a third of each kind. Each sends a byte a second until it is closed. */
export function openSlowConnections(url: string, count: number, long: LongRequest): SlowConnections {
  const { hostname, port } = new URL(url);
  const alive = new Map<Socket, Slowness>();
  const failed: Record<string, number> = {};
  let opened = 0;
  let index = 0;
  const openOne = () => {
    const kind = slownesses[index % slownesses.length] as Slowness;
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(index, 64) });
    socket.once('connect', () => {
      opened += 1;
      alive.set(socket, kind);
      begin(socket, kind, long);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (alive.has(socket)) return; // ended by the service
      const code = error.code ?? error.name;
      failed[code] = (failed[code] ?? 0) + 1;
    });
    socket.once('close', () => alive.delete(socket));
    index += 1;
    if (index === count) clearInterval(opening);
  };
  const opening = setInterval(openOne, 1000 / openedASecond);
  const drip = setInterval(() => {
    for (const [socket, kind] of alive) {
      if (kind !== 'slow reading') socket.write(kind === 'slow headers' ? 'a' : ' ');
    }
  }, everyMs);
  return {
    opened: () => opened,
    failed: () => failed,
    close: () => {
      clearInterval(opening);
      clearInterval(drip);
      for (const socket of alive.keys()) socket.destroy();
    },
  };
}

/** One of `howMany` loopback addresses, in turn. Honest clients use others. */
export const addressOf = (index: number, howMany: number): string => `127.0.1.${1 + (index % howMany)}`;

/** A complete request with a long answer. */
export type LongRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

function begin(socket: Socket, kind: Slowness, long: LongRequest): void {
  const head = (path: string, headers: object) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n');
  const json = { 'Content-Type': 'application/json' };
  if (kind === 'slow headers') socket.write(`${head(long.path, json)}\r\nX-Slow: `);
  if (kind === 'slow body') socket.write(`${head(long.path, { ...json, 'Content-Length': 1000 })}\r\n\r\n{`);
  if (kind === 'slow reading') {
    socket.pause();
    const length = Buffer.byteLength(long.body);
    const request = `${head(long.path, { ...json, ...long.headers, 'Content-Length': length })}\r\n\r\n${long.body}`;
    // Enough answers to fill every buffer between service and client, so that the service cannot write any more.
    socket.write(request.repeat(6));
  } else {
    socket.resume();
  }
}
