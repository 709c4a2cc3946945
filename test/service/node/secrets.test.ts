import { X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import { everythingIn } from '../../support/everythingIn.js';
import { freshDatabase } from '../../support/postgres.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { type Released, released, rightVariables } from '../store/released/released.js';
import { builtProgram, run, start } from './program.js';

builtProgram();
const folder = temporaryFolder();
const other = await freshSecrets();
const wrong = {
  LATCHKEY_MASTER_KEY: other.masterKey,
  LATCHKEY_CODE_PEPPER: other.codePepper,
  LATCHKEY_PROXY_KEY: other.proxyKey,
};
const sends = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'codes@latchkey.example', PORT: '0' };
const init = ['init', '--name', 'Third', '--root-public-key', other.rootApiKey.publicKey];

async function contentsOf({ open }: Released): Promise<Record<string, string[]>> {
  const store = await open();
  const contents = await everythingIn(store);
  await store.close();
  return contents;
}

/** A command that is refused prints nothing, but for the version that `serve` logs first. */
const loggedBy = ([command]: readonly string[]): unknown =>
  command === 'serve' ? expect.stringMatching(/^\{"time":"[^"]+","event":"starting","version":"[\d.]+"\}\n$/) : '';

describe.each(released)('on $name', ({ copy }) => {
  test('A-50: init and serve refuse wrong secrets by name, and change nothing', async () => {
    const from = await copy();
    const before = await contentsOf(from);
    const environment = { ...from.variables, ...wrong, ...sends };
    for (const args of [init, ['serve'], ['reseal']]) {
      const { code, stdout, stderr } = await run(args, environment);
      expect({ code, stdout }).toEqual({ code: 1, stdout: loggedBy(args) });
      expect(stderr).toMatch(/^These are not the secrets of this database\. Nothing was changed in it\.$/m);
      expect(stderr).toMatch(/^ {2}LATCHKEY_MASTER_KEY: /m);
      expect(stderr).toMatch(/^ {2}LATCHKEY_PROXY_KEY: /m);
      for (const secret of Object.values(wrong)) expect(stderr).not.toContain(secret);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    expect(await contentsOf(from)).toEqual(before);
  });

  test('A-50: trust prints one root, in base64 of DER, before and after the secrets are replaced', async () => {
    const from = await copy();
    const right = rightVariables(from.contents);
    const first = await run(['trust'], { ...from.variables, ...right });
    expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/software: SHA-256 [\da-f]{64}\.\n$/) });
    expect(new X509Certificate(Buffer.from(first.stdout, 'base64')).subject).toBe('CN=latchkey software root');
    const both = Object.fromEntries(
      Object.entries(right).map(([name, secret]) => [name, `${wrong[name as keyof typeof wrong]},${secret}`]),
    );
    await run(['reseal'], { ...from.variables, ...both });
    expect((await run(['trust'], { ...from.variables, ...both })).stdout).toBe(first.stdout);
    const refused = await run(['trust'], { ...from.variables, ...wrong });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
  });

  test('A-50: all secrets are replaced: reseal brings everything under the new ones, and the old are thrown away', async () => {
    const from = await copy();
    const right = rightVariables(from.contents);
    const both = Object.fromEntries(
      Object.entries(right).map(([name, secret]) => [name, `${wrong[name as keyof typeof wrong]},${secret}`]),
    );
    const early = await run(['reseal'], { ...from.variables, ...both });
    expect(early.code).toBe(1);
    expect(early.stderr).toMatch(/^wallets\.sealed_seed: 3 of 3$/m);
    expect(early.stderr).toMatch(/^The master key 1 is needed: a service has made with it in the last minutes\.$/m);
    const store = await from.open();
    await store.db.updateTable('check_values').set({ used_at_ms: 0 }).execute(); // a quarter of an hour goes by
    await store.close();
    const late = await run(['reseal'], { ...from.variables, ...both });
    expect(late).toMatchObject({ code: 0, stdout: '' });
    expect(late.stderr).toMatch(/^Everything is under the newest keys: no older one is needed\.$/m);

    const check = await run(['check'], { ...from.variables, ...wrong });
    expect(check).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/sealed values: all of them open/),
    });
    const serve = start(['serve'], { ...from.variables, ...wrong, ...sends });
    const { url } = JSON.parse((await serve.line(/"event":"listening"/)).input);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    serve.signal('SIGTERM');
    expect((await serve.ended).code).toBe(0);
    expect(await run(['serve'], { ...from.variables, ...right, ...sends })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/LATCHKEY_MASTER_KEY lacks/),
    });
  });

  test('A-50: a running service reports in /ready that it lacks a key which another uses', async () => {
    const from = await copy();
    const right: Record<string, string> = { ...from.variables, ...rightVariables(from.contents), ...sends };
    const one = start(['serve'], right);
    const { url } = JSON.parse((await one.line(/"event":"listening"/)).input);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const LATCHKEY_MASTER_KEY = `${wrong.LATCHKEY_MASTER_KEY},${right.LATCHKEY_MASTER_KEY}`;
    const another = start(['serve'], { ...right, LATCHKEY_MASTER_KEY });
    await another.line(/"event":"listening"/);
    const answer = await fetch(`${url}/ready`);
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
      503,
      expect.stringContaining('SECRETS_UNFIT'),
    ]);
    expect((await one.line(/"event":"secrets do not fit"/)).input).toMatch(/LATCHKEY_MASTER_KEY lacks the master key/);
    for (const program of [one, another]) {
      program.signal('SIGTERM');
      expect((await program.ended).code).toBe(0);
    }
  });

  test('A-50: a pepper and a proxy key that are lost are forgotten, one by one, and a master key is not', async () => {
    const from = await copy();
    const right = rightVariables(from.contents);
    const service = start(['serve'], { ...from.variables, ...right, ...sends });
    await service.line(/"event":"listening"/);
    const serving = { ...from.variables, ...right, LATCHKEY_CODE_PEPPER: wrong.LATCHKEY_CODE_PEPPER };
    const [, early = ''] =
      /lacks the code pepper (\w+),/.exec((await run(['serve'], { ...serving, ...sends })).stderr) ?? [];
    expect(await run(['reseal', '--forget', early], serving)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^A service has made with the code pepper \w+ in the last five minutes\. End it,/),
    });
    service.signal('SIGTERM');
    await service.ended;
    const store = await from.open();
    await store.db.updateTable('check_values').set({ used_at_ms: 0 }).execute(); // five minutes go by
    await store.close();

    const environment = {
      ...from.variables,
      ...right,
      ...{ ...wrong, LATCHKEY_MASTER_KEY: right.LATCHKEY_MASTER_KEY ?? '' },
    };
    const refused = await run(['serve'], { ...environment, ...sends });
    expect(refused.stderr).toContain('docs/hosting.md');
    const [, pepper = ''] = /lacks the code pepper (\w+),/.exec(refused.stderr) ?? [];
    const [, proxyKey = ''] = /lacks the proxy key (\w+),/.exec(refused.stderr) ?? [];
    const both = await run(['reseal', '--forget', pepper, '--forget', proxyKey], environment);
    expect(both).toMatchObject({ code: 0, stdout: '' });
    expect(both.stderr).toContain(`The code pepper ${pepper} is forgotten.`);
    expect(both.stderr).toMatch(/^2 auth proxies have a fresh API key\.$/m);
    expect(both.stderr).toMatch(/^Everything is under the newest keys/m);

    expect(await run(['reseal', '--forget', '1'], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The master key 1 cannot be forgotten: every wallet under it would be lost/),
    });
    const again = start(['serve'], { ...environment, ...sends });
    const { url } = JSON.parse((await again.line(/"event":"listening"/)).input);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    const { authProxyConfigId, origin } = from.contents.parent as { authProxyConfigId: string; origin: string };
    const asked = await fetch(`${url}/v1/otp_init`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId, Origin: origin },
      body: JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact: 'grace@example.com' }),
    });
    expect(asked.status).toBe(200);
    again.signal('SIGTERM');
    expect((await again.ended).code).toBe(0);
  });

  test('A-50: check names what does not open, and ends with 1', async () => {
    const from = await copy();
    const { code, stdout } = await run(['check'], { ...from.variables, ...wrong });
    expect(code).toBe(1);
    const [{ organizationId }] = from.contents.people;
    expect(stdout).toMatch(
      new RegExp(`^wallets\\.sealed_seed, organization ${organizationId}, id \\S+: SEAL_OPEN_FAILED$`, 'm'),
    );
    expect(stdout).toMatch(/^auth_proxy_configs\.sealed_proxy_key, organization \S+, id \S+: SEAL_OPEN_FAILED$/m);
  });
});

test('A-50: dev refuses secrets that are not those of its database', async () => {
  const [one, another] = ['one', 'another'].map((name) => join(folder, name));
  for (const data of [one, another]) {
    const dev = start(['dev'], { LATCHKEY_DATA: data ?? '', PORT: '0' });
    await dev.line(/^latchkey ready /);
    dev.signal('SIGTERM');
    await dev.ended;
  }
  const [own, foreign] = [one, another].map((data) => join(data ?? '', 'development.json'));
  const kept = readFileSync(own ?? '', 'utf8');
  copyFileSync(foreign ?? '', own ?? '');
  const { code, stderr } = await run(['dev'], { LATCHKEY_DATA: one ?? '', PORT: '0' });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/LATCHKEY_MASTER_KEY: .* development/) });
  writeFileSync(own ?? '', kept);
  const dev = start(['dev'], { LATCHKEY_DATA: one ?? '', PORT: '0' });
  await dev.line(/^latchkey ready /);
  dev.signal('SIGTERM');
  expect((await dev.ended).code).toBe(0);
});

test('serve creates no service: it says what to do, and leaves no folder behind', async () => {
  const LATCHKEY_DATA = join(folder, 'mistyped');
  for (const args of [['serve'], ['reseal'], ['check'], ['backup', join(folder, 'none.db')]]) {
    const { code, stdout, stderr } = await run(args, { ...wrong, ...sends, LATCHKEY_DATA });
    expect({ code, stdout }).toEqual({ code: 1, stdout: loggedBy(args) });
    expect(stderr).toMatch(/^There is no organization in LATCHKEY_DATA=\S+mistyped\. .*latchkey init --name/);
    expect(() => readFileSync(LATCHKEY_DATA)).toThrow(/ENOENT/);
  }
  rmSync(LATCHKEY_DATA, { recursive: true, force: true });
});

if (inject('postgresUrl')) {
  test('serve makes no service in an empty PostgreSQL, and no table either', async () => {
    const DATABASE_URL = await freshDatabase();
    for (const args of [['serve'], ['reseal'], ['check']]) {
      const { code, stderr } = await run(args, { ...wrong, ...sends, DATABASE_URL });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^There is no organization in the database of DATABASE_URL\. .*latchkey init --name/);
    }
    const store = await openPostgres(DATABASE_URL);
    expect(await everythingIn(store)).toEqual({});
    await store.close();
  });
}
