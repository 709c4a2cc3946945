import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { me } from '../../../src/client/flows/me.js';
import { devConfigId } from '../../../src/service/dev/devSettings.js';
import { type DevConfig, inboxOf, logIn } from '../../support/live/person.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, type Started, start } from './program.js';

builtProgram();
const folder = temporaryFolder();

const dev = (data: string, variables: Record<string, string> = {}, args: string[] = []): Started =>
  start(['dev', ...args], { PORT: '0', LATCHKEY_DATA: join(folder, data), ...variables });

/** The address of the ready line. */
const urlOf = async (program: Started): Promise<string> => (await program.line(/^latchkey ready (http:\S+)$/))[1] ?? '';
const configOf = async (url: string): Promise<DevConfig> => (await fetch(`${url}/dev/config`)).json();

const kitConfigOf = async (url: string): Promise<unknown> => {
  const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': devConfigId };
  return (await fetch(`${url}/v1/wallet_kit_config`, { method: 'POST', headers, body: '{}' })).json();
};

/** The status of an answer to a request under another host's name. */
async function statusAs(host: string, url: string): Promise<number | undefined> {
  const [answer] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('it reports that it is ready in its last line, alone, and ends cleanly', async () => {
  const program = dev('ready');
  const url = await urlOf(program);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  program.signal('SIGINT');
  const { code, stdout, stderr } = await program.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`latchkey ready ${url}`);
});

test('killed in the middle and started again, it has the same configuration, keys and people', async () => {
  const first = dev('kept');
  const firstUrl = await urlOf(first);
  const before = await configOf(firstUrl);
  const client = await logIn(before, 'ada@example.com', inboxOf(firstUrl));
  const ada = await me(client);
  const port = new URL(firstUrl).port;
  first.signal('SIGKILL');
  await first.ended;

  const second = dev('kept', { PORT: port });
  const secondUrl = await urlOf(second);
  expect(secondUrl).toBe(firstUrl);
  expect(await configOf(secondUrl)).toEqual(before);
  expect(await me(client)).toEqual(ada); // the old session still holds
  const again = await logIn(before, 'ada@example.com', inboxOf(secondUrl));
  expect((await me(again)).organizationId).toBe(ada.organizationId);
  second.signal('SIGTERM');
  expect((await second.ended).code).toBe(0);
});

test('A-59: the root key is for readers of the printed config line or the file token, which only its owner can read', async () => {
  const program = dev('token');
  const url = await urlOf(program);
  const [, printed = ''] = await program.line(/^ {2}config +(\S+)$/);
  const token = readFileSync(join(folder, 'token', 'token'), 'utf8').trim();
  expect(printed).toBe(`${url}/dev/config?token=${token}`);
  const shown = await (await fetch(printed)).json();
  expect(shown.rootApiKey).toEqual({
    publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
    privateKey: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const { rootApiKey, ...rest } = shown;
  expect(await configOf(url)).toEqual(rest);
  expect((await fetch(`${url}/dev/config?token=${'0'.repeat(token.length)}`)).status).toBe(403);
  expect((await fetch(`${url}/dev/inbox`, { headers: { Origin: 'http://localhost:1' } })).status).toBe(403);
  program.signal('SIGTERM');
  const { stdout } = await program.ended;
  expect(stdout.trimEnd().split('\n').at(-1)).not.toContain(token);
});

test('where oidc-provider is installed it offers a provider to try logins with, to this machine alone, and not when exposed', async () => {
  const program = dev('provider');
  const url = await urlOf(program);
  const issuer = `${url}/dev/oidc`;
  const [, printed] = await program.line(/^ {2}provider +(.+)$/);
  expect(printed).toBe(`Example ID, at ${issuer}`);
  const discovery = `${issuer}/.well-known/openid-configuration`;
  expect(await (await fetch(discovery)).json()).toMatchObject({ issuer });
  expect(await statusAs('evil.example', discovery)).toBe(403);
  const offered = { oidcIssuers: [{ id: 'example', issuer, label: 'Example ID' }] };
  expect(await kitConfigOf(url)).toMatchObject(offered);
  program.signal('SIGTERM');
  await program.ended;

  const { port } = new URL(url);
  const exposed = dev('provider', { PORT: port, HOST: '127.0.0.1' }, ['--expose']);
  await urlOf(exposed);
  expect((await fetch(discovery)).status).toBe(404);
  expect(await kitConfigOf(url)).not.toHaveProperty('oidcIssuers.0');
  exposed.signal('SIGTERM');
  expect((await exposed.ended).stdout).not.toContain('Example ID');
});

test('a configuration that takes no further provider keeps nothing from starting', async () => {
  const first = dev('full');
  const { port } = new URL(await urlOf(first));
  const issuers = Array.from({ length: 20 }, (_, at) => ({
    ...{ id: `own-${at}`, issuer: `http://localhost:${9000 + at}`, clientIds: ['app'], label: 'Own' },
  }));
  const place = { PORT: port, LATCHKEY_DATA: join(folder, 'full') };
  const set = await start(['config', 'set', '--dev', `oidcIssuers=${JSON.stringify(issuers)}`], place).ended;
  expect(set.code).toBe(0);
  first.signal('SIGTERM');
  await first.ended;

  const again = dev('full', { PORT: port });
  expect((await fetch(`${await urlOf(again)}/ready`)).status).toBe(200);
  again.signal('SIGTERM');
  expect((await again.ended).stderr).toContain('example id not offered');
});

test('a fresh one is the same on every machine to an app, and lets a person at work log in as often as they like', async () => {
  const [one, other] = [dev('fresh'), dev('fresh too')];
  const url = await urlOf(one);
  const config = await configOf(url);
  expect((await configOf(await urlOf(other))).authProxyConfigId).toBe(config.authProxyConfigId);
  other.signal('SIGTERM');
  for (let login = 1; login <= 31; login += 1) {
    await fetch(`${url}/dev/inbox`, { method: 'DELETE' }); // the newest code is then this login's
    const client = await logIn(config, 'ada@example.com', inboxOf(url));
    if (login === 31) expect((await me(client)).userEmail).toBe('ada@example.com');
  }
  const text = await fetch(`${url}/v1/otp_init`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': config.authProxyConfigId },
    body: '{"otpType":"OTP_TYPE_SMS","contact":"+4915112345678"}',
  });
  expect(text.status).toBe(200);
  expect(await (await fetch(`${url}/`)).text()).toContain(`authProxyConfigId: &#39;${config.authProxyConfigId}&#39;`);
  one.signal('SIGTERM');
  await Promise.all([one.ended, other.ended]);
});

test('its folder and files are private with any umask, and ignored by repositories', async () => {
  const program = dev('closed');
  await urlOf(program);
  const modeOf = (name: string) => statSync(join(folder, 'closed', name)).mode & 0o777;
  expect(modeOf('')).toBe(0o700);
  for (const name of ['development.json', 'development.db', 'development.db-wal', 'token', '.gitignore']) {
    expect(modeOf(name)).toBe(0o600);
  }
  expect(readFileSync(join(folder, 'closed', '.gitignore'), 'utf8')).toBe('*\n');
  program.signal('SIGTERM');
  await program.ended;
});

test('a folder that holds other things keeps its permissions', async () => {
  const data = join(folder, 'home');
  mkdirSync(data);
  chmodSync(data, 0o755);
  writeFileSync(join(data, 'letter.txt'), '');
  const program = dev('home');
  await urlOf(program);
  expect(statSync(data).mode & 0o777).toBe(0o755);
  expect(readdirSync(data)).not.toContain('.gitignore');
  expect(statSync(join(data, 'development.json')).mode & 0o777).toBe(0o600);
  program.signal('SIGTERM');
  await program.ended;
});

test('two that start at once in an empty folder agree on their secrets', async () => {
  const both = [dev('race'), dev('race')];
  const [one, other] = await Promise.all(both.map(async (program) => configOf(await urlOf(program))));
  expect({ ...one, authProxyUrl: '', coordinatorUrl: '' }).toEqual({ ...other, authProxyUrl: '', coordinatorUrl: '' });
  for (const program of both) program.signal('SIGTERM');
  await Promise.all(both.map(({ ended }) => ended));
});

test('only this machine reaches it, and a page of another origin reads nothing', async () => {
  const program = dev('loopback');
  const url = await urlOf(program);
  const { port } = new URL(url);
  const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, internal, family } of others) {
    if (internal || address.startsWith('fe80')) continue;
    const host = family === 'IPv6' ? `[${address}]` : address;
    await expect(fetch(`http://${host}:${port}/health`)).rejects.toThrow();
  }
  expect((await fetch(`${url}/dev/config`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
  program.signal('SIGTERM');
  await program.ended;
});

test('another HOST is refused in a sentence, unless it is exposed: then there is no /dev/', async () => {
  const refused = await dev('exposed', { HOST: '0.0.0.0' }).ended;
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--expose') });
  const program = dev('exposed', { HOST: '127.0.0.1' }, ['--expose']);
  const url = await urlOf(program);
  for (const path of ['/', '/dev/config', '/dev/inbox', '/dev/style.css'])
    expect((await fetch(url + path)).status).toBe(404);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  program.signal('SIGTERM');
  await program.ended;
});

test('a port that is taken is one sentence', async () => {
  const first = dev('busy');
  const { port } = new URL(await urlOf(first));
  const { code, stdout, stderr } = await dev('busy', { PORT: port }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^Port ${port} is taken .* PORT\\. \\(EADDRINUSE\\)\\n$`));
  first.signal('SIGTERM');
  await first.ended;
});

test.each(['', '{}', '{"masterKey":"00"}'])(
  'secrets that read %j are a sentence that names their file',
  async (text) => {
    const data = `damaged${text.length}`;
    mkdirSync(join(folder, data));
    writeFileSync(join(folder, data, 'development.json'), text);
    const { code, stdout, stderr } = await dev(data).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^\S+development\.json cannot be read .*\n$/);
  },
);
