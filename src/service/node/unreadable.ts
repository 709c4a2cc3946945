import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { writeRefusalBody } from '../../contract/refusalBody.js';
import { RefusedError, refusals, refused } from '../../contract/refusals.js';

/**
 * Refuses bytes that never became a request, in the usual form, and closes the connection: headers that are too large (431), a client that
 * is too slow (408), bytes that are not HTTP (400).
 *
 * @param code - of Node's parser or its timer.
 * @returns the refusal, if it could be sent.
 */
export function refuseUnreadable(
  code: string | undefined,
  socket: Duplex,
  requestId: string,
): RefusedError | undefined {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return undefined;
  }
  const refusal = refusalFor(code);
  const { status, body } = worded(refusal);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Cache-Control: no-store',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), lingerMs).unref();
  return refusal;
}

/** A connection closed with bytes unread may take the refusal with it: the client gets this long to read it. */
const lingerMs = 500;

function refusalFor(code: string | undefined): RefusedError {
  if (code === 'HPE_HEADER_OVERFLOW') return refused('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RefusedError('DEADLINE', refusals.DEADLINE.text, refusals.DEADLINE.grpc, 408);
  }
  return notHttp();
}

/** The refusal of bytes, or of a target, that are no HTTP request. */
export const notHttp = (): RefusedError =>
  new RefusedError('REQUEST_MALFORMED', 'This is not a well-formed HTTP/1.1 request.', 3, 400);

const worded = (refusal: RefusedError): { status: number; body: string } => ({
  status: refusal.status,
  body: JSON.stringify(writeRefusalBody(refusal)),
});
