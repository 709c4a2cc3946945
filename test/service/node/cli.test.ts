import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { usageOf } from '../../../src/service/node/usage.js';
import { buildProgram } from '../../support/live/program.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { builtProgram, programFolder, run } from './program.js';

builtProgram();
const folder = temporaryFolder();

/** `KEY=value` lines, as an environment. */
const readLines = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']));

async function freshEnvironment(): Promise<Record<string, string>> {
  const { LATCHKEY_ROOT_KEY: _, ...variables } = readLines((await run(['keygen'])).stdout);
  return variables;
}

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const template = ['template', '--kind', 'code', '--subject', 'x', '--text', 'x.txt', '--html', 'x.html'];

test('it names its version and explains itself', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('latchkey keygen') });
});

test.each([
  [
    ['policies', '--help'],
    ['policies get', 'policies lint', 'policies diff', 'policies apply', 'policies test'],
  ],
  [['policies', 'test', '-h'], ['policies test']],
  [
    ['help', 'admin'],
    ['admin enroll', 'admin who'],
  ],
  [['admin', 'who', '--help'], ['admin who']],
  [['admin', 'who', 'ada@example.com', '--help'], ['admin who']],
  [['help', 'admin', 'enroll'], ['admin enroll']],
  [['config', 'apply', '--help'], ['config apply']],
  [['webhook', 'test', '-h'], ['webhook test']],
  [['template', 'put', '--help'], ['template put']],
  [['check', '--help'], ['check [--json]']],
])('%j explains that command, and no other', async (args, commands) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const explained = [...stdout.matchAll(/^ {2}latchkey (\S+ \S+)/gm)].map(([, command]) => command);
  expect(explained).toEqual(commands);
  expect(stdout).toContain('All commands: latchkey --help');
});

/** As the help names them. */
const listed = [...usageOf([]).matchAll(/^ {2}latchkey (\S+)(?: ([a-z]+)\b)?/gm)].map(([, name = '', subcommand]) => [
  name,
  ...(subcommand === undefined ? [] : [subcommand]),
]);

test('every list and every plan can be printed as JSON, and its help says so', async () => {
  const said = listed.filter((words) => usageOf(words).includes('--json')).map((words) => words.join(' '));
  expect(said).toEqual([
    ...['check', 'doctor', 'config get', 'config apply', 'policies lint', 'policies diff', 'policies apply'],
    ...['policies test', 'activities list', 'admin who', 'webhook list', 'webhook test', 'sessions revoke'],
  ]);
  // What prints JSON anyhow takes the word, too.
  for (const words of ['policies get', 'config export', 'activities show 1', 'activities export'].concat(said)) {
    const { stderr } = await run([...words.split(' '), '--json', '--unknown']);
    expect(stderr, words).toMatch(/^Unknown option '--unknown'/);
  }
});

test.each([
  [[], 'What shall it do?', 'latchkey keygen'],
  [['dev', '--loud'], 'loud', 'latchkey dev'],
  [['init', '--name', 'Acme'], 'latchkey init needs', 'latchkey init --name'],
  [['init', '--name', 'Acme', '--root-public-key', '02ff'], 'LATCHKEY_ROOT_PUBLIC_KEY', 'latchkey init --name'],
  [['config', 'put'], 'latchkey config get', 'latchkey config set'],
  [['serve', 'now'], 'now', 'SMTP_URL'],
  [['template', 'show'], 'latchkey template preview', 'preview.html'],
  [[...template, 'put'], 'latchkey template put needs --name', 'latchkey template put'],
  [
    [...template, 'put', '--name', 'Codes', '--dev', '--url', 'http://localhost'],
    '--url needs',
    'latchkey template put',
  ],
  [[...template, 'preview', '--dev'], 'asks no service', 'latchkey template preview'],
])('%j is not understood: 2, the error, and the usage of the command', async (args, wrong, usage) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toContain(wrong);
  expect(stderr).toContain(usage);
  expect(stderr.includes('  latchkey reseal')).toBe(args.length === 0);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('who reads no more of what it prints, as head does, is told nothing, and it ends', async () => {
  const child = spawn(process.execPath, [join(programFolder, 'dist/bin.js'), '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toBe('');
});

test.each(['frobnicate', 'constructor'])(
  'the command %s is not known: 2, and the names of those that are',
  async (name) => {
    const { code, stdout, stderr } = await run([name]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no command \w+, but dev, serve, init, .*latchkey --help\n$/);
  },
);

test('keygen prints fresh secrets and a key pair that belongs together', async () => {
  const one = readLines((await run(['keygen'])).stdout);
  const other = readLines((await run(['keygen'])).stdout);
  const names = ['LATCHKEY_MASTER_KEY', 'LATCHKEY_CODE_PEPPER', 'LATCHKEY_PROXY_KEY'];
  expect(Object.keys(one)).toEqual([...names, 'LATCHKEY_ROOT_PUBLIC_KEY', 'LATCHKEY_ROOT_KEY']);
  for (const name of names) expect(one[name]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set([...Object.values(one), ...Object.values(other)]).size).toBe(10);
});

test('serve without an environment names everything that is missing, and how secrets are made', async () => {
  const { code, stdout, stderr } = await run(['serve']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const name of ['LATCHKEY_MASTER_KEY', 'LATCHKEY_CODE_PEPPER', 'LATCHKEY_PROXY_KEY']) {
    expect(stderr).toContain(`${name} is missing`);
  }
  for (const other of ['DATABASE_URL or LATCHKEY_DATA', 'SMTP_URL', 'npx latchkey-service keygen'])
    expect(stderr).toContain(other);
});

test('init prints the same ids and keys however often it runs, and its files are private', async () => {
  const data = join(folder, 'init');
  const { LATCHKEY_ROOT_PUBLIC_KEY = '', ...secrets } = await freshEnvironment();
  const init = (name: string) =>
    run(['init', '--name', name, '--root-public-key', LATCHKEY_ROOT_PUBLIC_KEY], { ...secrets, LATCHKEY_DATA: data });
  const first = await init('Acme');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const parent = JSON.parse(first.stdout);
  expect(Object.keys(parent)).toEqual(['organizationId', 'authProxyConfigId', 'trust']);
  for (const key of Object.values(parent.trust)) expect(key).toMatch(/^04[0-9a-f]{128}$/);
  const again = await init('Acme');
  expect([JSON.parse(again.stdout), again.stderr]).toEqual([parent, '']);
  const other = await init('Acmee');
  expect(JSON.parse(other.stdout).organizationId).not.toBe(parent.organizationId);
  expect(other.stderr).toContain(`one more organization, beside Acme (${parent.organizationId})`);
  expect((await init('Acme')).stderr).toBe('');
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(statSync(join(data, 'latchkey.db')).mode & 0o777).toBe(0o600);
});

test('init refuses what is no public key, or no name for a mail, in a sentence', async () => {
  const { LATCHKEY_ROOT_PUBLIC_KEY = '', ...secrets } = await freshEnvironment();
  const variables = { ...secrets, LATCHKEY_DATA: join(folder, 'refused') };
  for (const [name, key, says] of [
    ['Acme', `02${'ff'.repeat(32)}`, /not a point of its curve/],
    ['Acme\nBcc: everybody@example.com', LATCHKEY_ROOT_PUBLIC_KEY, /emailCustomizationParams\.appName/],
  ] as const) {
    const { code, stdout, stderr } = await run(['init', '--name', name, '--root-public-key', key], variables);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).toMatch(says);
  }
});

test('an unreachable database is reported, with its driver’s message', async () => {
  const { LATCHKEY_ROOT_PUBLIC_KEY = '', ...secrets } = await freshEnvironment();
  const variables = { ...secrets, DATABASE_URL: 'postgres://codes:spring@127.0.0.1:1/latchkey' };
  const init = ['init', '--name', 'Acme', '--root-public-key', LATCHKEY_ROOT_PUBLIC_KEY];
  const { code, stderr } = await run(init, variables);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/connect ECONNREFUSED 127\.0\.0\.1:1\)\n$/),
  });
  expect(stderr).not.toContain('spring');
});

test('secrets may lie in files', async () => {
  const { LATCHKEY_ROOT_PUBLIC_KEY = '', ...secrets } = await freshEnvironment();
  const files = Object.entries(secrets).map(([name, value]) => {
    const path = join(folder, name);
    writeFileSync(path, `${value}\n`);
    return [`${name}_FILE`, path];
  });
  const variables = { ...Object.fromEntries(files), LATCHKEY_DATA: join(folder, 'files') };
  const { code } = await run(['init', '--name', 'Acme', '--root-public-key', LATCHKEY_ROOT_PUBLIC_KEY], variables);
  expect(code).toBe(0);
});

/** The built program in a folder of its own, with these packages beside it and no others. */
async function programWith(name: string, packages: readonly string[]): Promise<string> {
  const bare = join(folder, name);
  cpSync(dirname((await buildProgram()).path), join(bare, 'dist'), { recursive: true });
  copyFileSync('package.json', join(bare, 'package.json'));
  for (const each of packages) {
    mkdirSync(dirname(join(bare, 'node_modules', each)), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules', each), join(bare, 'node_modules', each));
  }
  return bare;
}

test('all missing packages of a command are named in one line, with the command that brings them', async () => {
  const bare = await programWith('bare', ['valibot', '@noble', 'kysely']);
  const { code, stderr } = await run(['dev'], {}, bare);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'latchkey dev needs packages that are not installed (@scure/base, @scure/btc-signer, micro-eth-signer, @bitauth/libauth, ' +
      `@hono/node-server, hono, libsql); latchkey-service brings them: npx latchkey-service@${version} dev\n`,
  );
  expect((await run(['keygen'], {}, bare)).code).toBe(0);
});

test.each([
  'keygen',
  'trust --dev',
  'config get --dev',
  'config set --dev allowedAuthMethods=email',
  'policies get --dev',
  'policies lint policies.json',
])('with the packages of an app alone, latchkey %s says in one line what brings the others', async (line) => {
  const args = line.split(' ');
  const app = await programWith(`app-${args.join('')}`, Object.keys(dependencies));
  writeFileSync(join(app, 'policies.json'), '{}');
  const { code, stderr } = await run(args, {}, app);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toMatch(/^.*latchkey-service@.*\n$/);
});
