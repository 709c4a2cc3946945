import { connect, type Socket } from 'node:net';

/** The result of a load: answers per second, and the time of each in milliseconds, sorted. */
export type Load = { readonly perSecond: number; readonly latenciesMs: readonly number[] };

/** A request as it goes over the socket. */
export type Wire = Buffer;

/** An HTTP/1.1 request, head and body in one. */
export function wireOf(path: string, headers: Readonly<Record<string, string>>, body: string): Wire {
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Sends the requests, each client one after the other over a connection of its own, and ends with the last answer. A client
 * here costs a tenth of `fetch`, so that the server is measured and not the client.
 *
 * @param next - the request that a client sends next; `undefined` ends the client.
 * @throws {Error} at an answer other than 200
 */
export async function load(url: string, clients: number, next: (client: number) => Wire | undefined): Promise<Load> {
  const latenciesMs: number[] = [];
  const connections = await Promise.all(Array.from({ length: clients }, () => open(url)));
  const startedAt = performance.now();
  const run = async (exchange: Exchange, client: number) => {
    for (let request = next(client); request !== undefined; request = next(client)) {
      const sentAt = performance.now();
      await exchange.send(request);
      latenciesMs.push(performance.now() - sentAt);
    }
    exchange.end();
  };
  await Promise.all(connections.map(run));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: latenciesMs.length / seconds, latenciesMs };
}

type Exchange = { readonly send: (request: Wire) => Promise<void>; readonly end: () => void };

async function open(url: string): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(opening));
    opening.once('error', reject);
  });
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const length = answerLength(received);
    if (length === undefined || received.length < length) return;
    const answer = received.subarray(0, length);
    received = received.subarray(length);
    if (answer.toString('latin1', 9, 12) === '200') waiting?.resolve();
    else fail(new Error(answer.toString()));
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    end: () => socket.destroy(),
  };
}

/** Head and body together, in bytes; `undefined` until the head is complete. */
function answerLength(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, length] = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end)) ?? [];
  if (length === undefined) throw new Error('An answer without its length.');
  return end + 4 + Number(length);
}
