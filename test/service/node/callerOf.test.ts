import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { overNetwork } from '../../../src/service/node/callerOf.js';

/** What takes every connection, and says this and nothing more. */
async function silent(said: string): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.write(said);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['nothing', ''],
  ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'],
])('a command waits for no service that says %s and keeps the connection', async (_, said) => {
  const url = await silent(said);
  await expect(overNetwork(url, 100)('/public/v1/query/whoami', { method: 'POST', body: '{}' })).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    message: `The service at ${url} did not answer in 0.1 s.`,
  });
});
