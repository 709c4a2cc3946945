import { BlockList, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readRefusal } from '../../../src/contract/readRefusal.js';
import { defaultLimits, type Limits } from '../../../src/service/node/limits.js';
import { ListenError } from '../../../src/service/node/openPort.js';
import { type Running, type ServerSettings, startServer } from '../../../src/service/node/startServer.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { rawExchange } from '../../support/rawExchange.js';

const servers: Running[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** The real service on a free port. */
async function serve(
  settings: Partial<ServerSettings> & { shorter?: Partial<Limits> } = {},
): Promise<{ url: string; port: number; authProxyConfigId: string }> {
  const { service, authProxyConfigId } = await createTestService();
  const limits = { ...defaultLimits, ...settings.shorter };
  const server = await startServer({ service, hosts: ['127.0.0.1'], port: 0, log: () => {}, ...settings, limits });
  servers.push(server);
  return { url: server.url, port: Number(new URL(server.url).port), authProxyConfigId };
}

/** The status and the stable code of one raw answer. */
function refusalIn(answer: string): { status: number; code: string } {
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
  expect(answer).toMatch(/^content-type: application\/json/im);
  expect(answer).not.toMatch(/\n\s+at |node:|node_modules/);
  const { code } = readRefusal(Number(status), JSON.parse(answer.slice(answer.indexOf('{'))));
  return { status: Number(status), code };
}

const post = (path: string, headers: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n`;

test('it answers, with headers that forbid caching', async () => {
  const { url } = await serve();
  for (const path of ['/health', '/ready']) {
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Powered-By')).toBeNull();
  }
});

test('T-57: who resets the connection, and so has no address to be counted by, makes the service do nothing', async () => {
  const addresses = new Set<string | undefined>();
  const { url, port } = await serve({
    fetch: async (_, { clientAddress }) => {
      addresses.add(clientAddress);
      return new Response();
    },
  });
  for (let times = 0; times < 50; times += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port }, () => {
        socket.write(`${post('/v1/otp_init', 'Content-Length: 2\r\n')}{}`);
        socket.resetAndDestroy();
      });
      socket.once('error', () => {}).once('close', () => setImmediate(resolve));
    });
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect([...addresses]).toEqual(['127.0.0.1']);
});

test('T-56: headers over 16 KiB are refused with 431', async () => {
  const { port } = await serve();
  const answer = await rawExchange(
    port,
    `GET /health HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
  );
  expect(refusalIn(answer)).toEqual({ status: 431, code: 'HEADERS_TOO_LARGE' });
});

test.each([
  ['not HTTP at all', 'hello\r\n\r\n'],
  ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex')],
  ['two different lengths', post('/v1/otp_init', 'Content-Length: 2\r\nContent-Length: 3\r\n')],
  ['a length and chunks', post('/v1/otp_init', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')],
  ['a header name with a space', 'GET /health HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n'],
  ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a Host that is none', 'GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  [
    'a target with a user in it',
    'POST http://ada:x@localhost/v1/otp_init HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ],
  ['a Host with a user in it', 'POST /v1/otp_init HTTP/1.1\r\nHost: ada:x@localhost\r\nConnection: close\r\n\r\n'],
  ['a target that is no address', 'GET http://[::1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
])('T-56: %s is refused with 400', async (_, bytes) => {
  const { port } = await serve();
  expect(refusalIn(await rawExchange(port, bytes))).toEqual({ status: 400, code: 'REQUEST_MALFORMED' });
});

test('T-56: a body over 1 MiB is refused with 413: by its length before it is sent, and by its bytes when it comes in chunks', async () => {
  const { port, authProxyConfigId } = await serve();
  const to = `X-Auth-Proxy-Config-Id: ${authProxyConfigId}\r\n`;
  const early = await rawExchange(port, post('/v1/otp_init', `${to}Content-Length: 1048577\r\n`));
  expect(refusalIn(early)).toEqual({ status: 413, code: 'BODY_TOO_LARGE' });
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
  const chunked = await rawExchange(
    port,
    post('/v1/otp_init', `${to}Transfer-Encoding: chunked\r\n`),
    chunk.repeat(40),
    '0\r\n\r\n',
  );
  expect(refusalIn(chunked)).toEqual({ status: 413, code: 'BODY_TOO_LARGE' });
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

test('T-56: a client that is too slow is cut off with 408, in its headers and in its body', async () => {
  const { port, authProxyConfigId } = await serve({ shorter: { headersMs: 200, requestMs: 400 } });
  const to = `X-Auth-Proxy-Config-Id: ${authProxyConfigId}\r\n`;
  const slowHeaders = rawExchange(port, 'GET /health HTTP/1.1\r\nHost: loc');
  const slowBody = rawExchange(port, post('/v1/otp_init', `${to}Content-Length: 100\r\n`), '{"otpType":');
  for (const answer of [await slowHeaders, await slowBody]) {
    expect(refusalIn(answer)).toEqual({ status: 408, code: 'DEADLINE' });
  }
});

test('F-16: a client that does not read an answer is cut off, and its pipelined requests are not begun', async () => {
  let begun = 0;
  const { port } = await serve({
    shorter: { takeMs: 300 },
    fetch: async () => {
      begun += 1;
      return new Response('x'.repeat(32 * 2 ** 20));
    },
  });
  const request = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.once('readable', () => setTimeout(() => socket.resume(), 900));
  socket.write(request.repeat(20));
  await closed;
  expect(socket.bytesRead).toBeLessThan(32 * 2 ** 20);
  expect(begun).toBe(1);
});

test('F-16: requests on each other’s heels are answered one after the other, each in its turn', async () => {
  const underWay = { now: 0, most: 0 };
  const { port } = await serve({
    fetch: async (request) => {
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      await new Promise((resolve) => setTimeout(resolve, 10));
      underWay.now -= 1;
      return new Response(`answer ${await request.text()}.`);
    },
  });
  const requests = Array.from({ length: 9 }, (_, index) =>
    post('/v1/otp_init', `Content-Length: 1\r\n`).replace('Connection: close\r\n', '').concat(String(index)),
  );
  const last = `${post('/v1/otp_init', 'Content-Length: 1\r\n')}9`;
  const answers = await rawExchange(port, [...requests, last].join(''));
  expect(answers.match(/answer \d\./g)).toEqual(Array.from({ length: 10 }, (_, index) => `answer ${index}.`));
  expect(underWay.most).toBe(1);
});

test('T-56: what takes too long to answer is answered with 504', async () => {
  const { url } = await serve({ fetch: () => new Promise(() => {}), shorter: { answerMs: 50 } });
  const response = await fetch(`${url}/health`);
  expect(response.status).toBe(504);
  expect(readRefusal(504, await response.json()).code).toBe('DEADLINE');
});

test('a failure of ours is a 500 in our words, without its cause', async () => {
  const { url } = await serve({ fetch: () => Promise.reject(new Error('the password is horse')) });
  const response = await fetch(`${url}/health`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/horse| at /);
});

test('the client address is the socket’s, whatever the headers claim', async () => {
  const seen: (string | undefined)[] = [];
  const { url } = await serve({
    fetch: async (_, { clientAddress }) => {
      seen.push(clientAddress);
      return new Response();
    },
  });
  await fetch(url, { headers: { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=198.51.100.1' } });
  expect(seen).toEqual(['127.0.0.1']);
});

test('T-57: X-Forwarded-For is believed from a trusted proxy alone, its last line before the others', async () => {
  const forwarded = ['198.51.100.1', '203.0.113.9, 198.51.100.2', '198.51.100.3:443', '2001:db8:1:2:3::4', 'unknown'];
  const lines = forwarded.map((value) => [`X-Forwarded-For: ${value}`]);
  const twice = [['X-Forwarded-For: 203.0.113.9', 'x-forwarded-for: 198.51.100.4']];
  const others = [['Forwarded: for=198.51.100.5'], ['X-Real-IP: 198.51.100.5'], ['CF-Connecting-IP: 198.51.100.5'], []];
  for (const trusted of [true, false]) {
    const seen: (string | undefined)[] = [];
    const trustedProxies = new BlockList();
    if (trusted) trustedProxies.addAddress('127.0.0.1');
    const { port } = await serve({
      trustedProxies,
      fetch: async (_, { clientAddress }) => {
        seen.push(clientAddress);
        return new Response();
      },
    });
    for (const each of [...lines, ...twice, ...others]) {
      await rawExchange(
        port,
        ['GET /health HTTP/1.1', 'Host: localhost', 'Connection: close', ...each, '', ''].join('\r\n'),
      );
    }
    const believed = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '2001:db8:1:2::/64', '127.0.0.1', '198.51.100.4'];
    const socket = (count: number) => Array<string>(count).fill('127.0.0.1');
    expect(seen).toEqual(trusted ? [...believed, ...socket(4)] : socket(10));
  }
});

test('both meanings of localhost answer on one port, and stopping waits for an answer under way and for nothing else', async () => {
  let answer = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  const { service } = await createTestService();
  const server = await startServer({
    service,
    fetch: async (request) => {
      asked.push(new URL(request.url).pathname);
      await until;
      return new Response('done');
    },
    hosts: ['127.0.0.1', '::1'],
    port: 0,
    log: () => {},
    // Nothing but the stop ends the idle connection.
    limits: { ...defaultLimits, keepAliveMs: 600_000, headersMs: 600_000, requestMs: 600_000, shutdownMs: 600_000 },
  });
  const { port } = new URL(server.url);
  const idle = connect(Number(port), '127.0.0.1');
  const pending = ['127.0.0.1', '[::1]'].map((host) => fetch(`http://${host}:${port}/${host}`));
  await expect.poll(() => asked.length).toBe(2);
  const stopped = server.stop();
  await expect(fetch(`http://127.0.0.1:${port}/late`)).rejects.toThrow();
  answer();
  for (const response of await Promise.all(pending)) expect(await response.text()).toBe('done');
  await stopped;
  idle.destroy();
});

test('stopping waits no longer than its time', async () => {
  const { service } = await createTestService();
  const limits = { ...defaultLimits, shutdownMs: 100 };
  const server = await startServer({
    service,
    fetch: () => new Promise(() => {}),
    hosts: ['127.0.0.1'],
    port: 0,
    log: () => {},
    limits,
  });
  const hanging = fetch(server.url).catch(() => 'cut off');
  await new Promise((resolve) => setTimeout(resolve, 50));
  await server.stop();
  expect(await hanging).toBe('cut off');
});

test('a port that is taken is a sentence that names it, and the service is closed', async () => {
  const { port } = await serve();
  const { service } = await createTestService();
  const second = startServer({ service, hosts: ['127.0.0.1'], port, log: () => {} });
  await expect(second).rejects.toThrow(ListenError);
  await expect(second).rejects.toMatchObject({ code: 'PORT_BUSY', message: expect.stringContaining(String(port)) });
  expect((await service.fetch(new Request('http://localhost/ready'))).status).not.toBe(200);
});
