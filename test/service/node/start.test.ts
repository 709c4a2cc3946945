import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { DevConfig } from '../../support/live/person.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { endsProcesses, type Started, startNode, startProcess } from './program.js';

endsProcesses();
const folder = temporaryFolder();

/** What `npm start` runs. */
const npmStart = (data: string, variables: Record<string, string> = {}): Started =>
  startNode(['scripts/start.mjs'], { PORT: '0', LATCHKEY_DATA: join(folder, data), ...variables });

const urlOf = async (program: Started): Promise<string> => (await program.line(/^latchkey ready (http:\S+)$/))[1] ?? '';

test('service and demo answer on one origin, updates included, and all of it ends cleanly', async () => {
  const program = npmStart('both');
  const url = await urlOf(program);
  const config: DevConfig = await (await fetch(`${url}/dev/config`)).json();
  const { organizationId, authProxyConfigId } = config;
  expect(config.authProxyUrl).toBe(url);
  expect(await (await fetch(`${url}/demo-settings.json`)).json()).toEqual({
    organizationId,
    authProxyConfigId,
    trust: expect.objectContaining({ signerPublicKey: expect.stringMatching(/^04[\da-f]{128}$/) }),
    aheadMs: 0,
  });
  expect((await fetch(`${url}/health`)).headers.get('Content-Type')).toBe('application/json');

  const widget = await (await fetch(`${url}/widget.html`)).text();
  const script = /src="(\/embed\/[^"]+)"/.exec(widget)?.[1] ?? '';
  const [, widgetCode = ''] = /from"([^"]+)"/.exec(await (await fetch(url + script)).text()) ?? [];
  expect(await (await fetch(new URL(widgetCode, url + script))).text()).toContain('latchkey-login');
  expect((await fetch(`${url}/embed/nothing.js`)).status).toBe(404);

  const viteClient = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(viteClient)?.[1] ?? '';
  const { port } = new URL(url);
  const updates = connect(Number(port), '127.0.0.1');
  updates.write(
    [
      `GET /?token=${token} HTTP/1.1`,
      `Host: localhost:${port}`,
      `Origin: ${url}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: vite-hmr',
      '\r\n',
    ].join('\r\n'),
  );
  const upgraded = await new Promise((resolveText) => updates.once('data', (bytes) => resolveText(String(bytes))));
  expect(upgraded).toMatch(/^HTTP\/1\.1 101 /);

  const closed = new Promise((resolveClosed) => updates.once('close', resolveClosed));
  program.signal('SIGINT');
  const { code, stdout, stderr } = await program.ended;
  updates.destroy();
  await closed;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`latchkey ready ${url}`);
});

test('the demo gives away no file but its own and those of the library, no page of another origin reads it, and its port is its own', async () => {
  const program = npmStart('files');
  const url = await urlOf(program);
  const { port } = new URL(url);
  const second = await npmStart('files', { PORT: port }).ended;
  expect(second).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Port \d+ is taken .*\n$/) });
  const statusOf = async (path: string) => (await fetch(`${url}/@fs${path}`)).status;
  expect(await statusOf(join(folder, 'files/development.json'))).toBe(403);
  expect(await statusOf(resolve('package.json'))).toBe(403);
  expect(await statusOf(resolve('src/index.ts'))).toBe(200);
  for (const path of ['/demo-settings.json', '/@vite/client', '/dev/config', '/dev/inbox']) {
    const { headers } = await fetch(url + path, { headers: { Origin: 'http://localhost:1' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  }
  program.signal('SIGTERM');
  expect((await program.ended).code).toBe(0);
});

test('npm, told to end, ends its shell alone: then service and demo end too', async () => {
  const variables = { PORT: '0', LATCHKEY_DATA: join(folder, 'npm'), npm_lifecycle_event: 'start' };
  const shell = startProcess('/bin/sh', ['-c', `"${process.execPath}" scripts/start.mjs & wait`], variables);
  await urlOf(shell);
  shell.signal('SIGTERM');
  expect((await shell.ended).signal).toBe('SIGTERM');
});

test('a HOST that others reach is refused in a sentence', async () => {
  const open = await npmStart('open', { HOST: '0.0.0.0' }).ended;
  expect(open).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^HOST=0\.0\.0\.0 would .*\n$/) });
});
