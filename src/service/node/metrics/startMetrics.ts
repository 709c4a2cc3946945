import { createServer } from 'node:http';
import { openPort } from '../openPort.js';
import { type Family, writeMetrics } from './text.js';

/** Where metrics are answered. */
export type MetricsPlace = { readonly host: string; readonly port: number };

/** A server for metrics alone. */
export type RunningMetrics = { readonly url: string; readonly stop: () => Promise<void> };

/** Few programs scrape it. */
const mostConnections = 16;

/**
 * Answers `GET /metrics` on a port of its own, so that clients of the service cannot reach it. It has no authentication: let it listen
 * where only the scraper can connect.
 *
 * @throws {ListenError} PORT_BUSY, PORT_FORBIDDEN, HOST_NOT_HERE
 */
export async function startMetrics(
  { host, port }: MetricsPlace,
  read: () => Promise<readonly Family[]>,
): Promise<RunningMetrics> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, keepAliveTimeout: 5000 });
  server.maxConnections = mostConnections;
  server.on('request', async (incoming, outgoing) => {
    const isAsked = incoming.method === 'GET' && /^\/metrics(?:\?|$)/.test(incoming.url ?? '');
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    if (!isAsked) return outgoing.writeHead(404).end();
    const text = writeMetrics(await read());
    outgoing.writeHead(200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    return outgoing.end(text);
  });
  const opened = await openPort(server, [host], port, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${opened.port}/metrics`,
    stop: () => {
      const closed = opened.close();
      server.closeAllConnections();
      return closed;
    },
  };
}
