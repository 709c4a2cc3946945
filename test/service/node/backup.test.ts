import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { createEmailTemplate } from '../../../src/contract/emailTemplates.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { importSigningKey } from '../../../src/crypto/p256.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { everythingIn } from '../../support/everythingIn.js';
import { freshDatabase } from '../../support/postgres.js';
import { newestBinaries } from '../../support/postgresBinaries.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { callProxy, submit } from '../../support/wire.js';
import { expectWallets, serveReleased } from '../store/released/opened.js';
import { type Released, released, rightSecrets, rightVariables } from '../store/released/released.js';
import { builtProgram, programFolder, run, start, startNode } from './program.js';

builtProgram();
const folder = temporaryFolder();
const sends = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'codes@latchkey.example', PORT: '0' };
const [sqlite, postgres] = released;

async function copyOfSqlite(): Promise<Released & { environment: Record<string, string> }> {
  const copied = await (sqlite as (typeof released)[number]).copy();
  return { ...copied, environment: { ...copied.variables, ...rightVariables(copied.contents) } };
}

async function contentsAt(path: string): Promise<Record<string, string[]>> {
  const store = await openLibsql(path);
  const contents = await everythingIn(store);
  await store.close();
  return contents;
}

/** libsql lets go of a file when its statements are collected as garbage: what is opened here would still be held. */
const inAnotherProcess = (data: string, script: string) =>
  startNode(
    [
      '--input-type=module',
      '--eval',
      `import Database from 'libsql';
       const database = new Database(process.argv[1]);
       database.prepare('select count(*) from wallets').all();
       ${script}`,
      join(data, 'latchkey.db'),
    ],
    {},
    programFolder,
  );

const serving = async (environment: Record<string, string>) => {
  const program = start(['serve'], { ...environment, ...sends });
  await program.line(/"event":"listening"/);
  return program;
};

describe('a backup of SQLite', () => {
  test('is whole, closed to others, made beside a running service, and overwrites nothing', async () => {
    const { environment, open } = await copyOfSqlite();
    const service = await serving(environment);
    const store = await open();
    // What has had its time in the database of a released version is cleared away by the first sweep, which is waited for.
    const proxied = store.db
      .selectFrom('activities')
      .select('activity_id')
      .where('proxy_organization_id', 'is not', null);
    await expect.poll(() => proxied.execute()).toEqual([]);
    const file = join(folder, 'first.db');
    const { LATCHKEY_DATA = '' } = environment;
    const made = await run(['backup', file], { LATCHKEY_DATA }); // it needs no secret
    expect(made).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/first\.db: \d+ bytes, whole\./) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('first'))).toEqual(['first.db']);
    const bytes = readFileSync(file);
    const again = await run(['backup', file], { LATCHKEY_DATA });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/is there already/) });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(await run(['backup', join(folder, 'no', 'such.db')], { LATCHKEY_DATA })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing can be written in the folder \S+no\. \(ENOENT\)$/m),
    });
    service.signal('SIGTERM');
    await service.ended;
    expect(await contentsAt(file)).toEqual(await everythingIn(store));
    await store.close();
  });

  test('of a damaged database is none', async () => {
    const { environment } = await copyOfSqlite();
    const { LATCHKEY_DATA = '' } = environment;
    const path = join(LATCHKEY_DATA, 'latchkey.db');
    const bytes = readFileSync(path);
    bytes.fill(0xee, 4096 * 40, 4096 * 60);
    writeFileSync(path, bytes);
    const { code, stderr } = await run(['backup', join(folder, 'damaged.db')], { LATCHKEY_DATA });
    expect(code).toBe(1);
    expect(stderr).not.toBe('');
    expect(existsSync(join(folder, 'damaged.db'))).toBe(false);
  });
});

describe('restore', () => {
  test('restores a backup, keeps the previous files, and everything works', async () => {
    const { environment, contents, open, variables } = await copyOfSqlite();
    const file = join(folder, 'before.db');
    expect((await run(['backup', file], variables)).code).toBe(0);
    const { LATCHKEY_DATA = '' } = variables;
    await inAnotherProcess(LATCHKEY_DATA, `database.exec('delete from wallets')`).ended; // the mistake
    const restored = await run(['restore', file], environment);
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringMatching(/is restored from/) });
    const [, kept = ''] = /What was there is now (\S+)\.$/m.exec(restored.stderr) ?? [];
    expect((await contentsAt(kept)).wallets).toEqual([]);
    expect(statSync(join(LATCHKEY_DATA, 'latchkey.db')).mode & 0o777).toBe(0o600);
    expect((await run(['check'], environment)).code).toBe(0);
    const again = await open();
    await expectWallets(await serveReleased(again, contents, rightSecrets(contents)), contents);
    await again.close();
  });

  test('restores e-mail templates, and codes are mailed by them', async () => {
    const { environment, contents, open, variables } = await copyOfSqlite();
    const { rootApiKey, organizationId } = contents.parent;
    const root = { key: await importSigningKey(rootApiKey), organizationId };
    const code = { subject: 'Restored {{code}}', text: '{{code}}', html: '<p>{{code}}</p>' };
    const made = { name: 'Codes', kind: 'EMAIL_TEMPLATE_KIND_CODE', texts: [code] };
    const store = await open();
    const before = await serveReleased(store, contents, rightSecrets(contents));
    const { result } = await submit(before, root.key, createEmailTemplate, organizationId, made);
    const { emailTemplateId } = result.createEmailTemplateResult as { emailTemplateId: string };
    before.clock.advanceMs(1);
    await submit(before, root.key, updateAuthProxyConfig, organizationId, { otpTemplateId: emailTemplateId });
    await store.close();
    const file = join(folder, 'templates.db');
    expect((await run(['backup', file], variables)).code).toBe(0);
    const elsewhere = join(folder, 'with templates');
    expect((await run(['restore', file], { ...environment, LATCHKEY_DATA: elsewhere })).code).toBe(0);
    const again = await openLibsql(join(elsewhere, 'latchkey.db'));
    const after = await serveReleased(again, contents, rightSecrets(contents));
    after.clock.advanceMs(10);
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'somebody@example.com' };
    await callProxy(after, proxyOtpInit, request, { Origin: contents.parent.origin });
    await after.service.deliver();
    const mail = after.inbox.list().find(({ to }) => to === request.contact);
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Restored \w+$/) });
    await again.close();
  });

  test('makes a service on a new machine from a backup and the secrets', async () => {
    const { environment, variables } = await copyOfSqlite();
    const file = join(folder, 'moved.db');
    expect((await run(['backup', file], variables)).code).toBe(0);
    const elsewhere = { ...environment, LATCHKEY_DATA: join(folder, 'new machine') };
    expect((await run(['restore', file], elsewhere)).code).toBe(0);
    const service = await serving(elsewhere);
    service.signal('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });

  test('is refused while a service works in the folder, of this version or of one that holds no folder', async () => {
    const { environment, variables } = await copyOfSqlite();
    const file = join(folder, 'refused.db');
    expect((await run(['backup', file], variables)).code).toBe(0);
    const service = await serving(environment);
    const { code, stderr } = await run(['restore', file], environment);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^A service, or another command, works in/),
    });
    service.signal('SIGKILL');
    await service.ended;
    // As version 0.1 opened it: without holding the folder.
    const older = inAnotherProcess(variables.LATCHKEY_DATA ?? '', `console.log('opened'); setInterval(() => {}, 1000)`);
    await older.line(/^opened$/);
    expect(await run(['restore', file], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^A service works in/),
    });
    older.signal('SIGKILL');
    await older.ended;
    expect((await run(['restore', file], environment)).code).toBe(0);
  });

  test('A-50: takes the place of a damaged database, and of one that left only its journal behind', async () => {
    const { environment, variables, open } = await copyOfSqlite();
    const { LATCHKEY_DATA = '' } = variables;
    const file = join(folder, 'sound.db');
    expect((await run(['backup', file], variables)).code).toBe(0);
    const before = await contentsAt(file);
    const path = join(LATCHKEY_DATA, 'latchkey.db');
    const restored = async () => {
      const { code, stderr } = await run(['restore', file], environment);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/is restored from/) });
      const store = await open();
      expect(await everythingIn(store)).toEqual(before);
      await store.close();
      return stderr;
    };

    const pages = readFileSync(path);
    const [headless, cut] = [Buffer.from(pages).fill(0xee, 0, 8192), pages.subarray(0, 5000)];
    for (const damaged of [headless, cut]) {
      writeFileSync(path, damaged);
      const [, kept = ''] = /What was there is now (\S+)\.$/m.exec(await restored()) ?? [];
      expect(readFileSync(kept).equals(damaged)).toBe(true);
    }

    const service = inAnotherProcess(
      LATCHKEY_DATA,
      `database.exec("create table filler (text text)");
       for (let row = 0; row < 500; row += 1) database.exec("insert into filler values (hex(randomblob(500)))");
       console.log('written'); setInterval(() => {}, 1000)`,
    );
    await service.line(/^written$/);
    service.signal('SIGKILL');
    await service.ended;
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    renameSync(path, join(LATCHKEY_DATA, 'moved.db'));
    expect(await restored()).not.toMatch(/What was there is now/);
  });

  test('A-50: is refused of a database that is no backup, since a part of it is elsewhere', async () => {
    const { environment, variables, open } = await copyOfSqlite();
    const service = await serving(environment);
    const { LATCHKEY_DATA = '' } = variables;
    const elsewhere = { ...environment, LATCHKEY_DATA: join(folder, 'another') };
    const { code, stderr } = await run(['restore', join(LATCHKEY_DATA, 'latchkey.db')], elsewhere);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/is no backup but a database that is open/),
    });
    service.signal('SIGTERM');
    await service.ended;
    const store = await open();
    await store.close();
  });

  test('is refused with secrets that do not open it, of a file that is no backup, and of a damaged one', async () => {
    const { environment, variables, open } = await copyOfSqlite();
    const file = join(folder, 'foreign.db');
    expect((await run(['backup', file], variables)).code).toBe(0);
    const before = await contentsAt(file);
    const { masterKey } = await freshSecrets();
    const text = join(folder, 'text.db');
    writeFileSync(text, 'a letter to my bank\n'.repeat(500));
    const cut = join(folder, 'cut.db');
    writeFileSync(cut, readFileSync(file));
    truncateSync(cut, statSync(cut).size - 3 * 4096);
    for (const [path, says, changes] of [
      [file, /LATCHKEY_MASTER_KEY/, { LATCHKEY_MASTER_KEY: masterKey }],
      [text, /^\S+text\.db is not a whole SQLite database/, {}],
      [cut, /^\S+cut\.db is not a whole SQLite database/, {}],
      [join(folder, 'absent.db'), /There is no file/, {}],
    ] as const) {
      const { code, stderr } = await run(['restore', path], { ...environment, ...changes });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(says) });
    }
    expect(readdirSync(variables.LATCHKEY_DATA ?? '').filter((name) => /restoring|replaced/.test(name))).toEqual([]);
    const after = await open();
    expect(await everythingIn(after)).toEqual(before);
    await after.close();
  });
});

if (inject('postgresUrl') && postgres) {
  test('for PostgreSQL the commands are printed, and they work', async () => {
    const from = await postgres.copy();
    const file = join(folder, "the owner's backup.dump");
    const binaries = newestBinaries() ?? '';
    const shell = (command: string, DATABASE_URL: string) =>
      execFileSync('/bin/sh', ['-c', command], { env: { PATH: `${binaries}:${process.env.PATH}`, DATABASE_URL } });
    const backup = await run(['backup', file], from.variables);
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Nothing was written/) });
    expect(backup.stdout).not.toContain('postgres://');
    shell(backup.stdout, from.variables.DATABASE_URL ?? '');
    const DATABASE_URL = await freshDatabase();
    const secrets = rightVariables(from.contents);
    const restore = await run(['restore', file], { DATABASE_URL, ...secrets });
    expect(restore).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Nothing was restored/) });
    shell(restore.stdout, DATABASE_URL);
    expect((await run(['check'], { DATABASE_URL, ...secrets })).code).toBe(0);
  });
}
