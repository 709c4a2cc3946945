import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { freshDatabase } from '../../support/postgres.js';
import { newestBinaries } from '../../support/postgresBinaries.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { released, rightVariables } from '../store/released/released.js';
import { builtProgram, programFolder, startProcess } from './program.js';

builtProgram();
const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/hosting.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({ language, text }));
const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const ofPostgres = commands.filter((text) => text.includes('$DATABASE_URL'));
const ofSqlite = commands.filter((text) => !ofPostgres.includes(text));

/** A machine of its own: its folders instead of the page's, and what the page's shell finds beside the machine's programs. */
function machine(folder: string): { script: (text: string) => string; variables: Record<string, string> } {
  const place = (path: string) => join(folder, path);
  for (const path of ['bin', 'etc', 'var/lib', 'var/backups/latchkey', 'home'])
    mkdirSync(place(path), { recursive: true });
  const program = (name: string, text: string) => {
    writeFileSync(place(`bin/${name}`), `#!/bin/sh\n${text}`);
    chmodSync(place(`bin/${name}`), 0o755);
  };
  program(
    'npx',
    `[ "$1" = latchkey-service ] || exit 90\nshift\nexec "${process.execPath}" "${programFolder}/dist/bin.js" "$@"\n`,
  );
  program(
    'npm',
    'case "$*" in "install latchkey-service@latest" | "install latchkey-service") ;; *) exit 91 ;; esac\n',
  );
  // A unit that reads /etc/latchkey.env, and is started when it answers.
  program(
    'systemctl',
    `[ "$2" = latchkey ] || exit 92
pid="${place('pid')}"
if [ "$1" != start ]; then kill -TERM $(cat "$pid"); while kill -0 $(cat "$pid") 2>/dev/null; do /bin/sleep 0.1; done; fi
if [ "$1" != stop ]; then
  set -a; . "${place('etc/latchkey.env')}"; set +a
  : > "${place('log')}"
  PORT=0 npx latchkey-service serve >> "${place('log')}" 2>&1 &
  echo $! > "$pid"
  until grep -q '"event":"listening"' "${place('log')}"; do kill -0 $(cat "$pid") || { cat "${place('log')}" >&2; exit 93; }; /bin/sleep 0.1; done
fi
`,
  );
  // What waits, waits in the database: whoever said that a key is in use said so as long ago.
  const sqlite = `import Database from 'libsql';
const database = new Database(process.argv[2], { timeout: 5000 });
database.prepare('update check_values set used_at_ms = used_at_ms - ?').run(1000 * Number(process.argv[3]));
`;
  writeFileSync(join(programFolder, 'wait.mjs'), sqlite);
  program(
    'sleep',
    `exec "${process.execPath}" "${programFolder}/wait.mjs" "${place('var/lib/latchkey/latchkey.db')}" "$1"\n`,
  );
  writeFileSync(
    place('etc/latchkey.env'),
    [
      `LATCHKEY_DATA=${place('var/lib/latchkey')}`,
      'SMTP_URL=smtp://127.0.0.1:1',
      'MAIL_FROM=codes@example.com',
      '',
    ].join('\n'),
  );
  const script = (text: string) => text.replaceAll('/etc/', `${place('etc')}/`).replaceAll('/var/', `${place('var')}/`);
  return {
    script,
    variables: { PATH: `${place('bin')}:${newestBinaries() ?? ''}:${process.env.PATH}`, HOME: place('home') },
  };
}

/** Runs blocks as one shell would, one after the other. */
async function ran(texts: readonly string[], folder: string, variables: Record<string, string> = {}) {
  const { script, variables: own } = machine(folder);
  const scripts = texts.map((text) => script(text));
  const before = `set -eu\ntrap 'systemctl stop latchkey 2>/dev/null || :' EXIT\ncd "${join(folder, 'home')}"\n`;
  const file = join(folder, 'page.sh');
  writeFileSync(file, before + scripts.join('\n'));
  const { code, stdout, stderr } = await startProcess('/bin/sh', [file], { ...own, ...variables }).ended;
  return { code, stdout, stderr };
}

test('every command of the page is run below, and none stands in another kind of block', () => {
  expect(ofSqlite.length + ofPostgres.length).toBe(commands.length);
  expect(commands.length).toBeGreaterThanOrEqual(10);
  expect(blocks.map(({ language }) => language).filter((language) => language !== 'sh')).toEqual(['ini', 'nginx']);
  for (const command of ['backup', 'restore', 'check', 'reseal', 'config set', 'config get', 'init', 'keygen']) {
    expect(commands.join('\n')).toContain(`npx latchkey-service ${command}`);
  }
});

test('its first line installs the package that brings whatever a service needs', () => {
  expect(commands[0]).toMatch(/^npm install latchkey-service$/m);
  expect(page).not.toMatch(/\bnpx latchkey /);
});

test('its unit starts what the page installs, with the variables that the page writes', () => {
  const [{ text = '' } = {}] = blocks.filter(({ language }) => language === 'ini');
  expect(text).toMatch(/^EnvironmentFile=\/etc\/latchkey\.env$/m);
  expect(text).toMatch(/^WorkingDirectory=(\S+)\n(.*\n)*ExecStart=\1\/node_modules\/\.bin\/latchkey-service serve$/m);
});

if (spawnSync('nginx', ['-v']).status === 0)
  test('nginx accepts the page’s configuration', () => {
    const folder = temporary('nginx');
    const named = (name: string) => join(folder, name);
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      named('auth.example.com.key'),
    ];
    execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=a', '-out', named('auth.example.com.pem')], {
      stdio: 'pipe',
    });
    const [{ text = '' } = {}] = blocks.filter(({ language }) => language === 'nginx');
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${named(name)};`,
    );
    const http = `access_log off; ${places.join(' ')}\n${text.replaceAll('/etc/ssl/', `${folder}/`)}`;
    writeFileSync(
      named('nginx.conf'),
      `pid ${named('pid')}; error_log ${named('log')};\nevents {}\nhttp { ${http} }\n`,
    );
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', named('nginx.conf')], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('test is successful') });
  });

test('A-50: no fresh secret of the page stands among the words of a program, which other users can read', () => {
  const lines = commands.flatMap((text) => text.split('\n')).filter((line) => line.includes('$new'));
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^printf '%s\\n' "[^"]*\$new[^"]*" \| sed -i -f - \S+/); // a part of the shell
});

test('the page, run from beginning to end on one machine, works', async () => {
  const folder = temporary('sqlite');
  const { code, stdout, stderr } = await ran(ofSqlite, folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Everything is under the newest keys/) });
  const checks = ofSqlite.join('').match(/^npx latchkey-service check$/gm)?.length;
  expect(stderr.split('all of them open').length - 1).toBe(checks);
  expect(stderr).toMatch(/^The code pepper \w+ is forgotten\.$/m);
  expect(stdout).toMatch(/"otpLength": 9/);
  expect(readFileSync(join(folder, 'etc/latchkey.env'), 'utf8')).toMatch(/^LATCHKEY_MASTER_KEY=[0-9a-f]{64}$/m);
});

if (inject('postgresUrl') && newestBinaries() !== undefined) {
  test('the page’s PostgreSQL commands work', async () => {
    const [, postgres] = released;
    const from = await postgres?.copy();
    if (!from) throw new Error('There is no database.');
    const folder = temporary('postgres');
    const secrets = rightVariables(from.contents);
    const [dump = '', restore = ''] = ofPostgres;
    expect((await ran([dump], folder, { ...from.variables, ...secrets })).code).toBe(0);
    const restored = await ran([restore], folder, { DATABASE_URL: await freshDatabase(), ...secrets });
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringMatching(/all of them open/) });
  });
}

const folders = temporaryFolder();
function temporary(name: string): string {
  const folder = join(folders, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
