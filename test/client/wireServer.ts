import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A received request. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** Answers a request, or leaves it unanswered. */
export type Answer = (response: ServerResponse, request: Received) => void;

/** A server on this machine that gives the answers in order, and repeats the last one. */
export async function wireServer(...answers: Answer[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const entry = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    received.push(entry);
    answers[Math.min(received.length, answers.length) - 1]?.(response, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** An answer with a JSON body. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The connection breaks. */
export const broken: Answer = (response) => response.destroy();

/** The answer never arrives. */
export const silent: Answer = () => undefined;
