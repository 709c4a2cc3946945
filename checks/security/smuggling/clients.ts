import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { whoami } from '../../../src/contract/users.queries.js';
import type { Sent } from '../../../test/support/live/ledger.js';
import { pause } from '../../../test/support/live/serve.js';
import type { Party } from '../../../test/support/live/wire.js';
import { queryOf } from '../queryOf.js';

/** The clients' addresses. All of 127.0.0.0/8 is this machine; the front proxies connect to the service from 127.0.0.1. */
const attackersAddress = '127.0.0.2';
const honestAddress = '127.0.0.3';

/** A connection to which any bytes can be written. */
export type RawConnection = { readonly answer: () => string; readonly close: () => void };

/**
 * Writes bytes, and waits for the answer, at most `timeoutMs`: of some requests the front proxy expects more than was sent. The connection
 * stays open until it is closed.
 */
export async function sendRaw(
  port: number,
  bytes: string,
  { address = attackersAddress, timeoutMs = 10_000 }: { address?: string; timeoutMs?: number } = {},
): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: address, allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.once('error', () => {}); // a request may be refused by closing the connection
  socket.write(bytes, 'latin1');
  await settled(socket, () => answer.length, timeoutMs);
  return { answer: () => answer, close: () => socket.destroy() };
}

const settledMs = 30;

async function settled(socket: Socket, length: () => number, timeoutMs: number): Promise<void> {
  let before = 0;
  let since = performance.now();
  for (const start = since; !socket.readableEnded && !socket.destroyed; await pause(5)) {
    const now = performance.now();
    if (length() > before) since = now;
    before = length();
    if (before > 0 ? now - since > settledMs : now - start > timeoutMs) return;
  }
}

/** Someone who asks who they are, each time over a connection of their own. */
export type HonestClient = (port: number) => Promise<string | undefined>;

/** Returns what was wrong with the answer. */
export async function honestClient(party: Party): Promise<HonestClient> {
  const { organizationId, userId } = party;
  const sent = await queryOf(party.key, whoami, { organizationId });
  return async (port) => {
    try {
      const { status, text } = await exchange(port, sent, honestAddress);
      if (status !== 200) return `an honest request was answered with ${status}: ${text}`;
      const answer = JSON.parse(text) as { organizationId: string; userId: string };
      const isTheirs = answer.organizationId === organizationId && answer.userId === userId;
      return isTheirs ? undefined : `an honest request got another's answer: ${text}`;
    } catch (error) {
      return `an honest request got no answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

/** Sends one request over a connection of its own, with exactly these headers. */
export function exchange(
  port: number,
  { path, headers, body }: Pick<Sent, 'path' | 'headers' | 'body'>,
  localAddress: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port, path, localAddress, agent: false, method: 'POST', timeout: 10_000 },
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('it took more than ten seconds')));
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      incoming.once('error', reject);
    });
    outgoing.end(body);
  });
}
