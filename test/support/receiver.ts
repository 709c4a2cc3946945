import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export type Received = { readonly path: string; readonly headers: Record<string, string>; readonly body: string };

/** A server on a port of this machine, which records its requests. */
export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** The answer to every request from now on, given after something. */
  answer: { status: number; headers?: Record<string, string>; body?: string; after?: Promise<unknown> };
  readonly close: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') });
      const { status, headers: answered = {}, body = '', after } = receiver.answer;
      const answer = () => response.writeHead(status, answered).end(body);
      if (after) void after.then(answer);
      else answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    answer: { status: 204 },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}
