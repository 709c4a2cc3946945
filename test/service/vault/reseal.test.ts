import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { proxyOtpVerify } from '../../../src/contract/proxy.js';
import { createWallet } from '../../../src/contract/wallets.js';
import type { Bytes } from '../../../src/crypto/bytes.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { createSigningKey, importSigningKey } from '../../../src/crypto/p256.js';
import { checkCommand } from '../../../src/service/node/checkCommand.js';
import type { InitEnvironment } from '../../../src/service/node/environment.js';
import { resealCommand } from '../../../src/service/node/resealCommand.js';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import { sealedColumns } from '../../../src/service/store/sealedColumns.js';
import type { Store } from '../../../src/service/store/store.js';
import { keyIdOf } from '../../../src/service/vault/seal.js';
import { everythingIn } from '../../support/everythingIn.js';
import { callProxy, submit, wallet } from '../../support/wire.js';
import { expectPending, expectWallets, serveReleased } from '../store/released/opened.js';
import { type Contents, released, rightSecrets } from '../store/released/released.js';
import { fresh, opened, placeOf } from './onRelease.js';

const newest = { masterKeys: [{ id: '2026', key: fresh() }], codePepper: fresh(), proxyKey: fresh() };

/** The newest of each, with those of the release behind them. */
const both = ({ secrets }: Contents): ServiceSecrets => ({
  masterKeys: [...newest.masterKeys, { id: '1', key: fromHex(secrets.masterKey) }],
  codePepper: newest.codePepper,
  olderCodePeppers: [fromHex(secrets.codePepper)],
  proxyKey: newest.proxyKey,
  olderProxyKeys: [fromHex(secrets.proxyKey)],
});

async function resealed(environment: InitEnvironment, nowMs: number): Promise<{ code: number; said: string[] }> {
  const output: string[] = [];
  return {
    code: await resealCommand(
      environment,
      (line) => output.push(line),
      () => nowMs,
    ),
    said: output,
  };
}

async function checked(
  environment: InitEnvironment,
  json = false,
): Promise<{ code: number; printed: string[]; said: string[] }> {
  const [printed, said]: [string[], string[]] = [[], []];
  const out = { print: (line: string) => printed.push(line), say: (line: string) => said.push(line) };
  return { code: await checkCommand(environment, { json }, out as never), printed, said };
}

/** The key ids in the values of every sealed column. */
async function keyIdsIn(store: Store): Promise<Record<string, (string | undefined)[]>> {
  const found: Record<string, (string | undefined)[]> = {};
  for (const { table, column } of Object.values(sealedColumns)) {
    const question = sql<{
      sealed: Bytes;
    }>`select ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null`;
    const { rows } = await question.execute(store.db);
    found[`${table}.${column}`] = [...new Set(rows.map(({ sealed }) => keyIdOf(sealed)))];
  }
  return found;
}

const minute = 60_000;

describe.each(released)('A-50: reseal on $name', ({ copy }) => {
  test('A-50: brings every value under the newest keys; then the older ones can be thrown away, and everything works', async () => {
    const from = await copy();
    const { contents } = from;
    const environment = { store: placeOf(from), secrets: both(contents) };
    const first = await resealed(environment, contents.nowMs);
    expect(first.code).toBe(1); // a service of the release could have run until now
    expect(first.said).toContain('The master key 1 is needed: a service has made with it in the last minutes.');
    expect(first.said).toContain('wallet_accounts.sealed_key: 6 of 6');

    const store = await opened(from.open);
    const ids = await keyIdsIn(store);
    expect(Object.keys(ids)).toHaveLength(Object.keys(sealedColumns).length);
    // Columns that the release did not have yet have no values to reseal.
    const later = [
      ...['private_keys.sealed_key', 'webhook_keys.sealed_key', 'import_targets.sealed_key'],
      ...['oauth2_credentials.sealed_client_secret', 'id_token_keys.sealed_key', 'otp_codes.sealed_target'],
      'auth_proxy_configs.sealed_turnstile_secret',
      'attestation_roots.sealed_key',
    ];
    for (const [column, found] of Object.entries(ids))
      expect([column, found]).toEqual([column, later.includes(column) ? [] : ['2026']]);

    const second = await resealed(environment, contents.nowMs + 6 * minute);
    expect(second).toMatchObject({
      code: 0,
      said: expect.arrayContaining(['The master key 1 is not in use any more: it can be thrown away.']),
    });
    expect(await checked({ ...environment, secrets: newest })).toMatchObject({ code: 0, printed: [] });
    const running = await serveReleased(store, contents, newest);
    await expectWallets(running, contents);
    const row = await store.db.selectFrom('check_values').select(['secret', 'key_id']).execute();
    expect(row).toHaveLength(3);
  });

  test('A-50: a pepper stays in use until codes made with it are dead', async () => {
    const from = await copy();
    const { contents } = from;
    await (await serveReleased(await from.open(), contents, rightSecrets(contents))).service.close();
    const environment = { store: placeOf(from), secrets: both(contents) };
    const codesLive = expect.stringMatching(/^The code pepper \w+ is needed: codes/);
    const early = await resealed(environment, contents.nowMs + 10 * minute);
    expect(early).toMatchObject({ code: 1, said: expect.arrayContaining([codesLive]) });
    const late = await resealed(environment, contents.nowMs + 20 * minute);
    expect(late).toMatchObject({ code: 0, said: expect.not.arrayContaining([codesLive]) });
  });

  test('A-50: beside a running service nothing is lost: it goes on, and what it makes meanwhile is kept', async () => {
    const from = await copy();
    const { contents } = from;
    const running = await serveReleased(await opened(from.open), contents, both(contents));
    const [{ apiKey, organizationId }] = contents.people;
    const key = await importSigningKey(apiKey);
    const environment = { store: placeOf(from), secrets: both(contents) };
    const made = Array.from({ length: 10 }, (_, index) =>
      submit(running, key, createWallet, organizationId, { ...wallet, walletName: `Beside ${index}` }),
    );
    const [{ code }] = await Promise.all([resealed(environment, contents.nowMs + 6 * minute), ...made]);
    expect(code).toBe(0);
    await expectPending(running, contents);
    await expectWallets(running, contents);
    expect(await checked({ ...environment, secrets: newest })).toMatchObject({ code: 0 });
  });

  test('A-50: one that is broken off goes on where it was', async () => {
    const from = await copy();
    const { contents } = from;
    const environment = { store: placeOf(from), secrets: both(contents) };
    const stopped = new Error('the machine went down');
    let steps = 0;
    const breakOff = () => {
      steps += 1;
      if (steps > 5) throw stopped;
    };
    await expect(resealCommand(environment, breakOff, steadily(contents.nowMs))).rejects.toThrow(stopped);
    const store = await opened(from.open);
    const halfWay = Object.values(await keyIdsIn(store)).flat();
    expect(new Set(halfWay)).toEqual(new Set(['1', '2026']));
    await serveReleased(store, contents, both(contents));
    expect((await resealed(environment, contents.nowMs + 6 * minute)).code).toBe(0);
    expect(new Set(Object.values(await keyIdsIn(store)).flat())).toEqual(new Set(['2026']));
    expect(await checked({ ...environment, secrets: newest })).toMatchObject({ code: 0 });
  });

  test('A-50: a value that does not open is named, stays as it is, and keeps its key in use', async () => {
    const from = await copy();
    const { contents } = from;
    const store = await opened(from.open);
    const { wallet_id, organization_id, sealed_seed } = await store.db
      .selectFrom('wallets')
      .selectAll()
      .executeTakeFirstOrThrow();
    const altered = sealed_seed.map((byte, index) => (index === sealed_seed.length - 1 ? byte ^ 1 : byte));
    await store.db.updateTable('wallets').set({ sealed_seed: altered }).where('wallet_id', '=', wallet_id).execute();
    const named = `wallets.sealed_seed, organization ${organization_id}, id ${wallet_id}: SEAL_OPEN_FAILED`;

    const environment = { store: placeOf(from), secrets: both(contents) };
    expect(await checked({ ...environment, secrets: rightSecrets(contents) })).toMatchObject({
      code: 1,
      printed: [named],
    });
    const asJson = await checked({ ...environment, secrets: rightSecrets(contents) }, true);
    expect(asJson.printed.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ table: 'wallets', column: 'sealed_seed', organizationId: organization_id, id: wallet_id },
        code: 'SEAL_OPEN_FAILED',
      },
    ]);
    const { code, said } = await resealed(environment, contents.nowMs + 20 * minute);
    expect(code).toBe(1);
    expect(said).toContain(named);
    expect(said).toContain(
      'The master key 1 is needed: there are values under it that do not open, or that came while this ran.',
    );
    const after = await store.db
      .selectFrom('wallets')
      .selectAll()
      .where('wallet_id', '=', wallet_id)
      .executeTakeFirstOrThrow();
    expect(after.sealed_seed).toEqual(altered);
  });

  test('A-50: it takes nothing from a running service that has not got the newest key', async () => {
    const from = await copy();
    const { contents } = from;
    const running = await serveReleased(await opened(from.open), contents, rightSecrets(contents));
    const store = await opened(from.open);
    const before = await everythingIn(store);
    const environment = { store: placeOf(from), secrets: both(contents) };
    await expect(resealed(environment, contents.nowMs)).rejects.toMatchObject({ code: 'NOT_DEPLOYED' });
    expect(await everythingIn(store)).toEqual(before);
    await expectWallets(running, contents);
  });

  test('A-50: a service that has begun with an older key this minute keeps it, whenever that was last in use', async () => {
    const from = await copy();
    const { contents } = from;
    const { nowMs } = contents;
    const environment = { store: placeOf(from), secrets: both(contents) };
    await resealed(environment, nowMs);
    const rolledBack: ServiceSecrets = {
      masterKeys: both(contents).masterKeys.toReversed(),
      codePepper: fromHex(contents.secrets.codePepper),
      olderCodePeppers: [newest.codePepper],
      proxyKey: fromHex(contents.secrets.proxyKey),
      olderProxyKeys: [newest.proxyKey],
    };
    const begunMs = nowMs + 20 * minute;
    await serveReleased(await opened(from.open), { ...contents, nowMs: begunMs }, rolledBack);
    const { code, said } = await resealed(environment, begunMs + 2000);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.arrayContaining([
        'The master key 1 is needed: a service has made with it in the last minutes.',
        expect.stringMatching(/^The code pepper \w+ is needed: codes/),
        expect.stringMatching(/^The proxy key \w+ is needed: a service/),
      ]),
    });
    expect(await resealed(environment, begunMs + 20 * minute)).toMatchObject({ code: 0 });
  });

  test('A-50: a code that was requested under the older pepper is accepted after it was replaced', async () => {
    const { contents, open: opener } = await copy();
    const running = await serveReleased(await opened(opener), contents, both(contents));
    const { publicKey } = await createSigningKey();
    const { otpId, otpCode } = contents.codes.open;
    const headers = { Origin: contents.parent.origin };
    await expect(callProxy(running, proxyOtpVerify, { otpId, otpCode, publicKey }, headers)).resolves.toHaveProperty(
      'verificationToken',
    );
  });

  test('A-50: check opens everything, reports that, and writes nothing, before an upgrade too', async () => {
    const from = await copy();
    const { contents } = from;
    const store = await opened(from.open);
    const before = await everythingIn(store);
    const right = await checked({ store: placeOf(from), secrets: rightSecrets(contents) });
    expect(right).toEqual({
      code: 0,
      printed: [],
      said: [expect.stringMatching(/^\d+ sealed values: all of them open\.$/)],
    });
    const wrong = await checked({ store: placeOf(from), secrets: newest });
    expect(wrong.code).toBe(1);
    expect(wrong.said.slice(0, 2)).toEqual([
      expect.stringMatching(/^LATCHKEY_MASTER_KEY/),
      expect.stringMatching(/^LATCHKEY_PROXY_KEY/),
    ]);
    expect(`${wrong.printed.length} sealed values: all of them open.`).toBe(right.said[0]);
    expect(await everythingIn(store)).toEqual(before);
  });
});

/** A clock that advances by two seconds at each reading, so that every step is reported. */
function steadily(fromMs: number): () => number {
  let nowMs = fromMs;
  return () => {
    nowMs += 2000;
    return nowMs;
  };
}
