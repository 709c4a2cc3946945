import { describe, expect, test } from 'vitest';
import { listVerifiedSuborgs } from '../../../src/contract/organizations.queries.js';
import { proxyOtpInit, proxyOtpVerify } from '../../../src/contract/proxy.js';
import type { Bytes } from '../../../src/crypto/bytes.js';
import { toHex } from '../../../src/crypto/hex.js';
import { createSigningKey, importAgreementKey, importSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { openProxyKey } from '../../../src/service/configuration/proxyKey.js';
import { resealCommand } from '../../../src/service/node/resealCommand.js';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import type { Store } from '../../../src/service/store/store.js';
import { everythingIn } from '../../support/everythingIn.js';
import { ask, callProxy } from '../../support/wire.js';
import { expectWallets, type Opened, serveReleased } from '../store/released/opened.js';
import { type Contents, type Released, released, rightSecrets } from '../store/released/released.js';
import { fresh, opened, placeOf } from './onRelease.js';

async function forgotten(from: Released, secrets: ServiceSecrets, forget: string, nowMs: number) {
  const output: string[] = [];
  const clock = () => nowMs;
  const code = await resealCommand(
    { store: placeOf(from), secrets, forget: [forget] },
    (line) => output.push(line),
    clock,
  );
  return { code, said: output };
}

async function idOf(store: Store, secret: 'master key' | 'code pepper' | 'proxy key'): Promise<string> {
  const row = await store.db
    .selectFrom('check_values')
    .select('key_id')
    .where('secret', '=', secret)
    .orderBy('used_at_ms')
    .executeTakeFirstOrThrow();
  return row.key_id;
}

const minute = 60_000;
const contact = 'grace@example.com';

async function askedCode(running: Opened, { parent: { origin } }: Contents) {
  const request = { otpType: 'OTP_TYPE_EMAIL', contact };
  const { otpId } = await callProxy<{ otpId: string }>(running, proxyOtpInit, request, { Origin: origin });
  await running.service.deliver();
  return { otpId, otpCode: running.inbox.lastCode(contact) ?? '' };
}

async function typed(running: Opened, { parent: { origin } }: Contents, code: { otpId: string; otpCode: string }) {
  const { publicKey } = await createSigningKey();
  return callProxy(running, proxyOtpVerify, { ...code, publicKey }, { Origin: origin });
}

describe.each(released)('A-50: a key is forgotten on $name', ({ copy }) => {
  test('A-50: codes made with a lost pepper end, those made since with another live, and people log in', async () => {
    const from = await copy();
    const { contents } = from;
    const right = rightSecrets(contents);
    const store = await opened(from.open);
    const first = await serveReleased(store, contents, right);
    const lost = await askedCode(first, contents);
    const pepper = await idOf(store, 'code pepper');

    const without = { ...right, codePepper: fresh() };
    await expect(serveReleased(store, contents, without)).rejects.toMatchObject({
      faults: [`LATCHKEY_CODE_PEPPER lacks the code pepper ${pepper}, which this database is made with.`],
    });
    // One that still has both: what it makes is made with the new one.
    const both = await serveReleased(store, contents, { ...without, olderCodePeppers: [right.codePepper] });
    both.clock.advanceMs(5 * minute + 1000);
    await store.db
      .updateTable('otp_codes')
      .set({ expires_at_ms: both.clock() + 2 * minute })
      .where('otp_id', '=', lost.otpId)
      .execute();
    const kept = await askedCode(both, contents);

    both.clock.advanceMs(1000);
    const { code, said } = await forgotten(from, without, pepper, both.clock());
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.arrayContaining([
        expect.stringMatching(/^[12] codes that were under way have ended\.$/), // this, and the release's own open one
        `The code pepper ${pepper} is forgotten.`,
        'Everything is under the newest keys: no older one is needed.',
      ]),
    });
    const after = await serveReleased(store, contents, without);
    after.clock.advanceMs(both.clock() - after.clock());
    await expect(typed(after, contents, lost)).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
    await expect(typed(after, contents, kept)).resolves.toHaveProperty('verificationToken');
    await expectWallets(after, contents);
  });

  test('A-50: every auth proxy gets a fresh API key for a lost proxy key, and the old one opens nothing', async () => {
    const from = await copy();
    const { contents } = from;
    const right = rightSecrets(contents);
    const store = await opened(from.open);
    await serveReleased(store, contents, right);
    const proxyKey = await idOf(store, 'proxy key');
    const oldKeys = await apiKeysOf(store, right.proxyKey);
    expect(oldKeys).toHaveLength(2);

    const without = { ...right, proxyKey: fresh() };
    await expect(serveReleased(store, contents, without)).rejects.toMatchObject({
      faults: [`LATCHKEY_PROXY_KEY lacks the proxy key ${proxyKey}, which this database is made with.`],
    });
    const nowMs = contents.nowMs + 6 * minute;
    expect(await forgotten(from, without, proxyKey, nowMs)).toMatchObject({
      code: 0,
      said: expect.arrayContaining(['2 auth proxies have a fresh API key.', `The proxy key ${proxyKey} is forgotten.`]),
    });
    const after = await serveReleased(store, contents, without);
    await expect(typed(after, contents, await askedCode(after, contents))).resolves.toHaveProperty('verificationToken');
    await expectWallets(after, contents);
    const freshKeys = await apiKeysOf(store, without.proxyKey);
    const question = { filterType: 'EMAIL', filterValue: contact };
    for (const [keys, outcome] of [
      [oldKeys, { code: 'PUBLIC_KEY_NOT_FOUND' }],
      [freshKeys, {}],
    ] as const) {
      for (const { organizationId, key } of keys) {
        const answer = ask(after, key, listVerifiedSuborgs, { organizationId, ...question });
        expect(await answer.catch((error: unknown) => error)).toMatchObject(outcome);
      }
    }
    const proxyUsersKeys = await store.db
      .selectFrom('credentials')
      .innerJoin('users', 'users.user_id', 'credentials.user_id')
      .select('credentials.public_key')
      .where('users.is_proxy', '=', 1)
      .execute();
    expect(proxyUsersKeys.map(({ public_key }) => public_key).sort()).toEqual(
      freshKeys.map(({ key }) => key.publicKey).sort(),
    );
  });

  test('A-50: of two proxy keys given, only what the forgotten one alone opens is replaced', async () => {
    const from = await copy();
    const { contents } = from;
    const right = rightSecrets(contents);
    const store = await opened(from.open);
    const newest = { ...right, proxyKey: fresh(), olderProxyKeys: [right.proxyKey] };
    await serveReleased(store, contents, right);
    const leaked = await idOf(store, 'proxy key');
    const running = await serveReleased(store, contents, newest);
    expect(await forgotten(from, newest, leaked, contents.nowMs + 6 * minute)).toMatchObject({
      code: 0,
      said: expect.arrayContaining(['2 auth proxies have a fresh API key.']),
    });
    // It goes on beside it, with the key that it has.
    await expect(typed(running, contents, await askedCode(running, contents))).resolves.toHaveProperty(
      'verificationToken',
    );
    const before = await everythingIn(store);
    await expect(forgotten(from, newest, leaked, contents.nowMs + 7 * minute)).rejects.toMatchObject({
      code: 'KEY_UNKNOWN',
    });
    expect(await everythingIn(store)).toEqual(before);
  });

  test('A-50: what version 0.1 made names no keys: its lost proxy key is the unnamed one', async () => {
    const from = await copy();
    const { contents } = from;
    const without = { ...rightSecrets(contents), proxyKey: fresh() };
    expect(await forgotten(from, without, 'unnamed', contents.nowMs)).toMatchObject({
      said: expect.arrayContaining(['2 auth proxies have a fresh API key.', 'The proxy key unnamed is forgotten.']),
    });
    const after = await serveReleased(await opened(from.open), contents, without);
    await expect(typed(after, contents, await askedCode(after, contents))).resolves.toHaveProperty('verificationToken');
    await expectWallets(after, contents);
  });

  test('A-50: a master key is never forgotten, nor one in use, the first, or none; and nothing changes', async () => {
    const from = await copy();
    const { contents } = from;
    const right = rightSecrets(contents);
    const store = await opened(from.open);
    const oneOf01 = await everythingIn(store);
    await expect(forgotten(from, right, '1', contents.nowMs)).rejects.toMatchObject({ code: 'MASTER_KEY_NEEDED' });
    expect(await everythingIn(store)).toEqual(oneOf01);

    await serveReleased(store, contents, right);
    const pepper = await idOf(store, 'code pepper');
    const proxyKey = await idOf(store, 'proxy key');
    const before = await everythingIn(store);
    const quiet = contents.nowMs + 6 * minute;
    const without = { ...right, codePepper: fresh(), proxyKey: fresh() };
    for (const [secrets, keyId, nowMs, refusal] of [
      [right, '1', quiet, { code: 'MASTER_KEY_NEEDED', message: expect.stringMatching(/every wallet/) }],
      [{ ...right, masterKeys: [{ key: fresh() }] }, '1', quiet, { code: 'MASTER_KEY_NEEDED' }],
      [
        right,
        'elsewhere',
        quiet,
        { code: 'KEY_UNKNOWN', message: expect.stringContaining(`the code pepper ${pepper}`) },
      ],
      [right, 'unnamed', quiet, { code: 'KEY_UNKNOWN' }],
      [right, pepper, quiet, { code: 'KEY_MAKES' }],
      [{ ...right, codePepper: fresh() }, pepper, contents.nowMs + 5 * minute, { code: 'KEY_IN_USE' }],
      [{ ...right, proxyKey: fresh() }, proxyKey, contents.nowMs + 5 * minute, { code: 'KEY_IN_USE' }],
      [{ ...right, codePepper: fresh(), masterKeys: [{ key: fresh() }] }, pepper, quiet, { code: 'SECRETS_UNFIT' }],
      [without, pepper, quiet, { code: 'SECRETS_UNFIT', faults: [expect.stringMatching(/lacks the proxy key/)] }],
    ] as const) {
      await expect(forgotten(from, secrets, keyId, nowMs)).rejects.toMatchObject(refusal);
    }
    expect(await everythingIn(store)).toEqual(before);
  });
});

/** The API keys of the proxy's users, as a holder of the proxy key opens them. */
async function apiKeysOf(store: Store, secret: Bytes): Promise<{ organizationId: string; key: SigningKey }[]> {
  const configs = await store.db.selectFrom('auth_proxy_configs').selectAll().orderBy('config_id').execute();
  const proxyKey = await importAgreementKey(secret);
  return Promise.all(
    configs.map(async ({ organization_id, config_id, proxy_public_key: publicKey, sealed_proxy_key }) => {
      const privateKey = toHex(await openProxyKey([proxyKey], config_id, sealed_proxy_key));
      return { organizationId: organization_id, key: await importSigningKey({ publicKey, privateKey }) };
    }),
  );
}
