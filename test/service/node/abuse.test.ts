import { BlockList } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { defaultLimits, type Limits } from '../../../src/service/node/limits.js';
import { type Running, startServer } from '../../../src/service/node/startServer.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { openSlowPeer, type SlowPeer } from './slowPeer.js';

const running: Running[] = [];
const peers: SlowPeer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.end();
  for (const server of running.splice(0)) await server.stop();
});

async function serve(limits: Partial<Limits>, trustedProxies = new BlockList()) {
  const { service, authProxyConfigId } = await createTestService();
  const settings = { hosts: ['127.0.0.1'], port: 0, log: () => {}, trustedProxies };
  const server = await startServer({ service, ...settings, limits: { ...defaultLimits, ...limits } });
  running.push(server);
  return { port: Number(new URL(server.url).port), authProxyConfigId };
}

/** Opens so many one after the other, so that the first has been there longest. */
async function open(port: number, from: string, count: number): Promise<SlowPeer[]> {
  const opened: SlowPeer[] = [];
  for (let index = 0; index < count; index += 1) opened.push(await openSlowPeer(port, from));
  peers.push(...opened);
  return opened;
}

const openOne = async (port: number, from: string) => (await open(port, from, 1))[0] as SlowPeer;
const closed = (opened: readonly SlowPeer[]): boolean[] => opened.map(({ isClosed }) => isClosed());

test('A-55: for one connection too many of an address, its one that has gone longest without an answered request is closed', async () => {
  const { port } = await serve({ connectionsPerAddress: 3 });
  const opened = await open(port, '127.0.0.2', 3);
  expect(await opened[0]?.ask()).toMatch(/^HTTP\/1\.1 200 /);
  const newcomer = await openOne(port, '127.0.0.2');
  await expect.poll(() => closed(opened)).toEqual([false, true, false]);
  const elsewhere = await open(port, '127.0.0.3', 3);
  for (const peer of [newcomer, ...elsewhere, opened[0]]) expect(await peer?.ask()).toMatch(/^HTTP\/1\.1 200 /);
  await open(port, '127.0.0.2', 1);
  await expect.poll(() => closed(opened)).toEqual([false, true, true]);
  expect(closed([newcomer, ...elsewhere])).toEqual([false, false, false, false]);
});

test('A-55: for one connection too many in all, the address with the most loses one', async () => {
  const { port } = await serve({ connectionsPerAddress: 4, connections: 6 });
  const idle = await open(port, '127.0.0.2', 4);
  const others = [await openOne(port, '127.0.0.3'), await openOne(port, '127.0.0.4')];
  const honest = await openOne(port, '127.0.0.5');
  expect(await honest.ask()).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => closed(idle)).toEqual([true, false, false, false]);
  for (const address of ['127.0.0.6', '127.0.0.7']) others.push(await openOne(port, address));
  await expect.poll(() => closed(idle)).toEqual([true, true, true, false]);
  expect(closed([...others, honest])).toEqual(Array(5).fill(false));
  // Everybody holds one: the one that has gone longest without an answered request is the last of the idle.
  await openOne(port, '127.0.0.8');
  await expect.poll(() => closed(idle)).toEqual([true, true, true, true]);
  expect(closed([...others, honest])).toEqual(Array(5).fill(false));
});

test('A-55: a trusted proxy has no connection limit, and loses one only if there are no others', async () => {
  const trusted = new BlockList();
  trusted.addAddress('127.0.0.9');
  const { port } = await serve({ connectionsPerAddress: 2, connections: 6 }, trusted);
  const proxys = await open(port, '127.0.0.9', 5);
  const stranger = await openOne(port, '127.0.0.2');
  const more = await openOne(port, '127.0.0.9');
  await expect.poll(() => closed([stranger])).toEqual([true]);
  expect(closed([...proxys, more])).toEqual(Array(6).fill(false));
  const last = await openOne(port, '127.0.0.9');
  await expect.poll(() => closed(proxys)).toEqual([true, false, false, false, false]);
  expect(await last.ask()).toMatch(/^HTTP\/1\.1 200 /);
});

const KIB = 1024;

/** Sends the head of a request and so much of its body; what is missing comes later. */
function beginBody(peer: SlowPeer, configId: string, length: number, sent: number, chunked = false): void {
  const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const body = ' '.repeat(sent);
  peer.write(
    `POST /v1/otp_init HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Auth-Proxy-Config-Id: ${configId}\r\n${framing}\r\n\r\n${chunked ? `${sent.toString(16)}\r\n${body}\r\n` : body}`,
  );
}

test('A-55: half-sent bodies of an address hold no more than its share, and small ones are always taken', async () => {
  const { port, authProxyConfigId: id } = await serve({ bodyBytesPerAddress: 200 * KIB });
  const [first, second, third, fourth, small] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => openOne(port, '127.0.0.2')),
  );
  if (!first || !second || !third || !fourth || !small) throw new Error('no connection');
  beginBody(first, id, 101 * KIB, 90 * KIB);
  beginBody(second, id, 101 * KIB, 90 * KIB, true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const refused of [third, fourth]) {
    beginBody(refused, id, 101 * KIB, 90 * KIB, refused === fourth);
    await expect.poll(refused.received).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 1\r\n[\s\S]*TOO_MUCH_AT_ONCE/i);
  }
  expect([first.received(), second.received()]).toEqual(['', '']);
  beginBody(small, id, 16 * KIB, 16 * KIB);
  await expect.poll(small.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*REQUEST_MALFORMED/);
  const elsewhere = await openOne(port, '127.0.0.3');
  beginBody(elsewhere, id, 101 * KIB, 101 * KIB);
  await expect.poll(elsewhere.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*REQUEST_MALFORMED/);
  // What is answered gives its share back, and so does what goes away.
  first.write(' '.repeat(11 * KIB));
  await expect.poll(first.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*REQUEST_MALFORMED/);
  second.end();
  await expect
    .poll(async () => {
      const again = await openOne(port, '127.0.0.2');
      beginBody(again, id, 190 * KIB, 190 * KIB);
      await expect.poll(again.received).not.toBe('');
      return again.received();
    })
    .toMatch(/^HTTP\/1\.1 400 /);
});

test('A-55: half-sent bodies of all addresses together hold no more than there is for them', async () => {
  const { port, authProxyConfigId: id } = await serve({ bodyBytesPerAddress: 100 * KIB, bodyBytes: 300 * KIB });
  for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) {
    beginBody(await openOne(port, address), id, 95 * KIB, 90 * KIB);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  const large = await openOne(port, '127.0.0.5');
  beginBody(large, id, 95 * KIB, 90 * KIB);
  await expect.poll(large.received).toMatch(/^HTTP\/1\.1 429 [\s\S]*TOO_MUCH_AT_ONCE/);
  const small = await openOne(port, '127.0.0.5');
  beginBody(small, id, 10 * KIB, 10 * KIB);
  await expect.poll(small.received).toMatch(/^HTTP\/1\.1 400 [\s\S]*REQUEST_MALFORMED/);
});
