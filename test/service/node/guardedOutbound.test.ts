import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';

const outer = guardedOutbound('public');
const here = guardedOutbound('public and loopback');

describe('where a guarded service may send', () => {
  test.each([
    'https://example.com/',
    'https://example.com:8443/a?b',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07::1]/',
  ])('%s may be called', (url) => expect(outer.mayReach(url)).toBe(true));

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://localhost/',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:93.184.215.14]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fe80::1]/',
    'https://[fd12::1]/',
    'https://[2002:a00:1::]/',
    'https://[2001:db8::1]/',
    'no url',
    '',
  ])('T-66: %s may not', (url) => expect(outer.mayReach(url)).toBe(false));

  test('in development this machine may be called, and no other internal address', () => {
    expect(here.mayReach('http://127.0.0.1:8080/')).toBe(true);
    expect(here.mayReach('http://localhost:8080/')).toBe(true);
    expect(here.mayReach('https://[::1]/')).toBe(true);
    expect(here.mayReach('http://10.0.0.1/')).toBe(false);
    expect(here.mayReach('https://192.168.0.1/')).toBe(false);
  });
});

describe('a request', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const post = (url: string, body = '{}') =>
    here.request({ method: 'POST', url, headers: { 'Content-Type': 'application/json' }, body });

  test('brings back status, headers and body', async () => {
    receiver.answer = { status: 201, headers: { 'X-Said': 'yes' }, body: 'heard' };
    const { status, headers, body } = await post(receiver.url, '{"a":1}');
    expect([status, headers.get('x-said'), new TextDecoder().decode(body)]).toEqual([201, 'yes', 'heard']);
    expect(receiver.received.at(-1)?.body).toBe('{"a":1}');
  });

  test('follows no redirect', async () => {
    receiver.answer = { status: 302, headers: { location: `${receiver.url}/inside` } };
    const before = receiver.received.length;
    expect((await post(receiver.url)).status).toBe(302);
    expect(receiver.received.length).toBe(before + 1);
  });

  test('is given up where the answer is longer than 256 KiB', async () => {
    receiver.answer = { status: 200, body: 'x'.repeat(256 * 1024 + 1) };
    await expect(post(receiver.url)).rejects.toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
    receiver.answer = { status: 200, body: 'x'.repeat(256 * 1024) };
    expect((await post(receiver.url)).body.length).toBe(256 * 1024);
  });

  test('is given up at once where the answer changes the protocol, or ends before it has begun', async () => {
    const answers = [
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab',
      '',
    ];
    const server = createServer((socket) => socket.once('data', () => socket.end(answers.shift() ?? '')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (let left = answers.length; left > 0; left -= 1)
      await expect(post(url)).rejects.toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
    server.close();
  });

  test('A-66: is given up where the answer is in a thousand parts and more, or never comes after its announcements', async () => {
    const part = '1\r\na\r\n';
    const parts = (count: number) =>
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${part.repeat(count)}0\r\n\r\n`;
    const announced = (count: number) => `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(count)}${parts(1)}`;
    const answers = [parts(1000), announced(10), parts(1001), announced(11)];
    const server = createServer((socket) => {
      socket.on('error', () => {}); // it is closed before all is written
      socket.once('data', () => socket.end(answers.shift() ?? ''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect((await post(url)).body).toHaveLength(1000);
    expect((await post(url)).body).toHaveLength(1);
    await expect(post(url)).rejects.toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
    await expect(post(url)).rejects.toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
    server.close();
  });

  test('is not made to an address that may not be reached, nor without a listener', async () => {
    receiver.answer = { status: 200 };
    const before = receiver.received.length;
    const answer = outer.request({ method: 'GET', url: receiver.url, headers: {} });
    await expect(answer).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
    expect(receiver.received.length).toBe(before);
    await expect(post('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
  });
});

describe('a name', () => {
  const resolvedTo = (...addresses: string[]) => {
    const looked: string[] = [];
    const outbound = guardedOutbound('public', (host, _options, found) => {
      looked.push(host);
      found(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    });
    const asked = () => outbound.request({ method: 'GET', url: 'https://events.example.com:1/', headers: {} });
    return { looked, asked };
  };

  test.each([
    [['127.0.0.1']],
    [['10.0.0.5']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fd00::1']],
    [['93.184.215.14', '10.0.0.5']],
    [[]],
  ])('T-66: that leads to %j is refused, even as one address among others', async (addresses) => {
    const { looked, asked } = resolvedTo(...addresses);
    await expect(asked()).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
    expect(looked).toEqual(['events.example.com']);
  });

  test('that cannot be looked up is one that does not answer', async () => {
    const outbound = guardedOutbound('public', (_host, _options, found) => found(new Error('ENOTFOUND'), []));
    const answer = outbound.request({ method: 'GET', url: 'https://events.example.com/', headers: {} });
    await expect(answer).rejects.toMatchObject({ code: 'OUTBOUND_UNREACHABLE' });
  });
});
