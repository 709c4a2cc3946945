import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ServiceRequest, World } from './world.js';

/** An answer as it came. */
export type Answered = { readonly status: number; readonly contentType: string; readonly text: string };

/** Hands a request to the service's own function; `undefined` where a header has no form that such a request can have. */
export async function sendInProcess(
  { service }: World,
  { path, headers, body }: ServiceRequest,
  clientAddress: string,
): Promise<Answered | undefined> {
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

/** A connection on which nothing comes for so long is given up, in milliseconds. */
const timeoutMs = 5_000;

/** Writes a request on a connection to the port, byte for byte, and reads until the connection ends. */
export async function sendOverPort({ port }: World, { path, headers, body }: ServiceRequest): Promise<Answered> {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {}); // a refusal may come before all is written
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

/** An answer without Content-Length comes in pieces, each after its length. All of ours are shorter than one piece. */
function unchunked(head: string, body: string): string {
  return /^transfer-encoding: chunked/im.test(head)
    ? body.replace(/^[\da-f]+\r\n/i, '').replace(/\r\n0\r\n\r\n$/, '')
    : body;
}
