import { connect, type Socket } from 'node:net';

/** A way to keep a connection busy without ever being done. */
export type Slowness = 'slow headers' | 'slow body' | 'slow reading';

export const slownesses: readonly Slowness[] = ['slow headers', 'slow body', 'slow reading'];

/** Connections that are open, and never close by themselves. */
export type SlowConnections = {
  readonly opened: () => number;
  /** Connections that could not be made, by their error's code. */
  readonly failed: () => Readonly<Record<string, number>>;
  readonly close: () => void;
};

const everyMs = 1000;

/** Not all at once: that so many have something done at one moment would be a flood, and no slowness. */
export const openedASecond = 25;

/** Opens so many from 64 addresses, a third of each kind; each sends a byte a second for as long as it is let. */
export function openSlowConnections(url: string, count: number, hungry: Hungry): SlowConnections {
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
      begin(socket, kind, hungry);
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

/** By turns one of so many addresses of this machine, none of which is that of honest clients. */
export const addressOf = (index: number, howMany: number): string => `127.0.1.${1 + (index % howMany)}`;

/** A whole request whose answer is long. */
export type Hungry = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

function begin(socket: Socket, kind: Slowness, hungry: Hungry): void {
  const head = (path: string, headers: object) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n');
  const json = { 'Content-Type': 'application/json' };
  if (kind === 'slow headers') socket.write(`${head(hungry.path, json)}\r\nX-Slow: `);
  if (kind === 'slow body') socket.write(`${head(hungry.path, { ...json, 'Content-Length': 1000 })}\r\n\r\n{`);
  if (kind === 'slow reading') {
    socket.pause();
    const length = Buffer.byteLength(hungry.body);
    const request = `${head(hungry.path, { ...json, ...hungry.headers, 'Content-Length': length })}\r\n\r\n${hungry.body}`;
    // As many on each other's heels as fill every buffer between here and there, so that the service cannot write any more.
    socket.write(request.repeat(6));
  } else {
    socket.resume();
  }
}
