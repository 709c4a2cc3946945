import { Agent, request } from 'node:http';
import type { Answer, Sent } from '../../../test/support/live/ledger.js';

/** An answer, and the milliseconds from writing the request to reading the answer's last byte. */
export type Timed = Answer & { readonly ms: number };

/** Sends one request after the other over one connection. */
export type Stopwatch = { readonly time: (sent: Sent) => Promise<Timed>; readonly close: () => void };

export function openStopwatch(url: string): Stopwatch {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    time: ({ path, headers, body }) =>
      new Promise((resolve, reject) => {
        const bytes = Buffer.from(body);
        const outgoing = request(url + path, {
          agent,
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers },
        });
        const start = performance.now();
        outgoing.on('error', reject);
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const ms = performance.now() - start;
            resolve({ ms, status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
          });
        });
        outgoing.end(bytes);
      }),
    close: () => agent.destroy(),
  };
}
