import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Fixtures, ServiceRequest } from './fixtures.js';

/** An answer. */
export type Answer = { readonly status: number; readonly contentType: string; readonly text: string };

/** Passes a request to the service's `fetch`. `undefined` if a header has characters that `Request` does not allow. */
export async function sendInProcess(
  { service }: Fixtures,
  { path, headers, body }: ServiceRequest,
  clientAddress: string,
): Promise<Answer | undefined> {
  const request = requestOf(`https://latchkey.test${path}`, headers, body);
  if (request === undefined) return undefined;
  const response = await service.service.fetch(request, { clientAddress });
  const contentType = response.headers.get('content-type') ?? '';
  return { status: response.status, contentType, text: await response.text() };
}

function requestOf(url: string, headers: ServiceRequest['headers'], body: ServiceRequest['body']): Request | undefined {
  try {
    return new Request(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** A connection is closed if nothing arrives for this long, in milliseconds. */
const timeoutMs = 5_000;

/** Writes a request to a new connection, byte for byte, and reads until the connection ends. */
export async function sendOverPort({ port }: Fixtures, { path, headers, body }: ServiceRequest): Promise<Answer> {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {}); // a refusal may arrive before the request is written
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  socket.setTimeout(timeoutMs, () => socket.destroy());
  const answer = (await buffer(socket)).toString('utf8');
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    contentType: /^content-type: ([^\r\n]*)/im.exec(head)?.[1] ?? '',
    text: unchunked(head, rest.join('\r\n\r\n')),
  };
}

/** Decodes a chunked body of one chunk: none of our answers has more. */
function unchunked(head: string, body: string): string {
  return /^transfer-encoding: chunked/im.test(head)
    ? body.replace(/^[\da-f]+\r\n/i, '').replace(/\r\n0\r\n\r\n$/, '')
    : body;
}
