import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Store } from '../../src/service/store/store.js';
import { post } from '../../test/support/live/client.js';
import { openCluster } from '../../test/support/live/cluster.js';
import type { Sent } from '../../test/support/live/ledger.js';
import { postgresPlace, sqlitePlace } from '../../test/support/live/place.js';
import { buildProgram, type Program } from '../../test/support/live/program.js';
import { isReady } from '../../test/support/live/serve.js';
import { openSite, type Site } from './site.js';

// T-54: while a database cannot write, the answer is 503 with a code and nothing is acknowledged. Afterwards the same bytes are answered.

let program: Program;
beforeAll(async () => {
  program = await buildProgram();
});

/** Makes wallets until the database refuses one. @returns the refused request. */
async function untilUnavailable(site: Site): Promise<Sent> {
  for (let made = 0; made < 500; made += 1) {
    const sent = await site.wallet();
    const { status } = await post(site.url, sent);
    if (status === 503) return sent;
    await site.done(sent);
  }
  throw new Error('The database took everything.');
}

describe('SQLite', () => {
  if (process.platform === 'linux') {
    // The operating system does not let a file grow (RLIMIT_FSIZE), as on a full disk, but with EFBIG instead of ENOSPC.
    test('without space for its file, the service reports that, and continues when there is space', async () => {
      const place = sqlitePlace();
      const site = await openSite(program, place, { ulimit: '-S -f 3000' }); // blocks of 512 bytes
      try {
        const refused = await untilUnavailable(site);
        await site.unavailable(await site.wallet());
        expect((await fetch(`${site.url}/health`)).status).toBe(200);
        execFileSync('prlimit', ['--pid', String(site.pid), '--fsize=unlimited:']);
        await site.doneSoon(refused);
        await site.done(await site.wallet());
        await site.expectWhole();
      } finally {
        await site.kill();
        place.remove();
      }
    });
  }

  test('locked by another process for too long, the service reports that, answers reads, and continues afterwards', async () => {
    const place = sqlitePlace();
    const site = await openSite(program, place);
    try {
      await site.done(await site.wallet());
      const lock = await lockedFile(join(String(place.variables.LATCHKEY_DATA), 'latchkey.db'));
      const sent = await site.wallet();
      await site.unavailable(sent);
      expect(await isReady(site.url)).toBe(true);
      await lock.release();
      await site.doneSoon(sent);
      await site.expectWhole();
    } finally {
      await site.kill();
      place.remove();
    }
  });

  test('locked for a second, the service waits, and the client notices nothing', async () => {
    const place = sqlitePlace();
    const site = await openSite(program, place);
    try {
      const lock = await lockedFile(join(String(place.variables.LATCHKEY_DATA), 'latchkey.db'));
      setTimeout(lock.release, 1000);
      await site.done(await site.wallet());
      await site.expectWhole();
    } finally {
      await site.kill();
      place.remove();
    }
  });
});

if (inject('postgresUrl')) {
  describe('PostgreSQL', () => {
    // Here the files of the server must not grow; a table is filled up to that limit first.
    test('without space for a table, the service reports that, and continues when there is space', async () => {
      const cluster = await openCluster({ ulimit: '-S -f 8192' }); // blocks of 512 bytes
      if (cluster === undefined) return; // TEST_DATABASE_URL names a server whose disk is not ours
      const place = await postgresPlace(cluster);
      const site = await openSite(program, place);
      const store = await place.openStore();
      try {
        await site.done(await site.wallet());
        await fill(store);
        const refused = await untilUnavailable(site);
        await site.unavailable(await site.wallet());
        await sql`delete from activities where organization_id = 'filling'`.execute(store.db);
        await sql`vacuum activities`.execute(store.db);
        await site.doneSoon(refused);
        await site.expectWhole();
      } finally {
        await store.close();
        await site.kill();
        await cluster.remove();
      }
    });

    test('stopped, it is reported at once; started again, the same service uses it again', async () => {
      const cluster = await openCluster();
      if (cluster === undefined) return; // TEST_DATABASE_URL names a server that is not ours to stop
      const place = await postgresPlace(cluster);
      const site = await openSite(program, place);
      try {
        await site.done(await site.wallet());
        await cluster.stop();
        const sent = await site.wallet();
        await site.unavailable(sent);
        expect(await isReady(site.url)).toBe(false);
        expect((await fetch(`${site.url}/health`)).status).toBe(200);
        await cluster.start();
        await site.doneSoon(sent);
        expect(await isReady(site.url)).toBe(true);
        await site.expectWhole();
      } finally {
        await site.kill();
        await cluster.remove();
      }
    });
  });
}

/**
 * Another process that holds the file's only lock for writing, as soon as the service, which writes when it starts, does not. What it still
 * has to close is not collected as garbage, and the lock with it.
 */
async function lockedFile(path: string): Promise<{ release: () => Promise<void> }> {
  const hold = `import Database from 'libsql';
    const database = new Database(process.argv[1]);
    database.exec('pragma busy_timeout = 60000');
    database.exec('begin exclusive');
    process.stdout.write('held');
    process.stdin.resume().on('end', () => {
      database.close();
      process.exit();
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', hold, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const released = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const held = new Promise<string>((resolve) => child.stdout.once('data', () => resolve('held')));
  expect(await Promise.race([held, released.then(() => 'ended')])).toBe('held');
  return {
    release: () => {
      child.stdin.end();
      return released;
    },
  };
}

/** Fills the table of activities with rows of four to a page, until the server can no longer make it longer. */
async function fill({ db }: Store): Promise<void> {
  const filling = sql`insert into activities
    select 'filling', gen_random_uuid(), gen_random_uuid(), '', '', '', '', repeat('x', 1800), '', null, null, 0, 0, 0, 0
    from generate_series(1, 20)`;
  const full = async () => {
    for (let times = 0; times < 500; times += 1) await filling.execute(db);
  };
  await expect(full()).rejects.toMatchObject({ name: 'StoreError' });
}
