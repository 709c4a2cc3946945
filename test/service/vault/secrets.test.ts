import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../src/crypto/hex.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createService, type Service } from '../../../src/service/createService.js';
import { createInbox } from '../../../src/service/delivery/inbox.js';
import { makeParent } from '../../../src/service/makeParent.js';
import type { ServiceSecrets } from '../../../src/service/secrets/givenSecrets.js';
import { SecretsError } from '../../../src/service/secrets/verifySecrets.js';
import type { Store } from '../../../src/service/store/store.js';
import { derivedKeyId, keyIdOf, type MasterKey } from '../../../src/service/vault/seal.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { everythingIn } from '../../support/everythingIn.js';
import { sharedDatabases } from '../../support/stores.js';
import { expectWallets, serveReleased } from '../store/released/opened.js';
import { type Contents, released, rightSecrets } from '../store/released/released.js';
import { fresh, opened } from './onRelease.js';

/** The messages about secrets that do not fit. */
async function faultsOf(attempt: Promise<unknown>): Promise<readonly string[]> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SecretsError) return error.faults;
  throw error ?? new Error('It should have been refused.');
}

const firstId = async (store: Store): Promise<string | undefined> => {
  const { sealed_key } = await store.db.selectFrom('trust_keys').selectAll().executeTakeFirstOrThrow();
  return keyIdOf(sealed_key);
};

describe.each(released)('A-50: an upgrade from 0.1.0 on $name', ({ copy }) => {
  const wrong: [string, (contents: Contents) => Partial<ServiceSecrets>, RegExp][] = [
    ['another master key', () => ({ masterKeys: [{ key: fresh() }] }), /^LATCHKEY_MASTER_KEY: .* under 1 \(trust_keys/],
    ['another master key by its name', () => ({ masterKeys: [{ id: '1', key: fresh() }] }), /gives as 1 does not open/],
    [
      'the right master key by another name',
      ({ secrets }) => ({ masterKeys: [{ id: '2026', key: fromHex(secrets.masterKey) }] }),
      /^LATCHKEY_MASTER_KEY lacks the master key 1,/,
    ],
    ['another proxy key', () => ({ proxyKey: fresh() }), /^LATCHKEY_PROXY_KEY: the key that it gives does not open/],
    [
      'other proxy keys',
      () => ({ proxyKey: fresh(), olderProxyKeys: [fresh()] }),
      /^LATCHKEY_PROXY_KEY: none of its keys opens/,
    ],
  ];

  test.each(wrong)('A-50: %s is refused by name, and nothing is written', async (_, change, says) => {
    const { contents, open: opener } = await copy();
    const store = await opened(opener);
    const before = await everythingIn(store);
    const secrets = { ...rightSecrets(contents), ...change(contents) };
    expect(await faultsOf(serveReleased(store, contents, secrets))).toEqual([expect.stringMatching(says)]);
    expect(await everythingIn(store)).toEqual(before);
    await expectWallets(await serveReleased(store, contents, rightSecrets(contents)), contents);
  });

  test('A-50: all that is wrong is named at once', async () => {
    const { contents, open: opener } = await copy();
    const secrets = { masterKeys: [{ key: fresh() }], codePepper: fresh(), proxyKey: fresh() };
    const faults = await faultsOf(serveReleased(await opened(opener), contents, secrets));
    expect(faults.map((fault) => /^\w+/.exec(fault)?.[0])).toEqual(['LATCHKEY_MASTER_KEY', 'LATCHKEY_PROXY_KEY']);
  });

  test('A-50: the pepper that it is given is taken, its id is logged, and from then on no other is', async () => {
    const { contents, open: opener } = await copy();
    const store = await opened(opener);
    const codePepper = fresh();
    const secrets = { ...rightSecrets(contents), codePepper };
    const lines: string[] = [];
    const settings = { store, send: async () => {}, clock: createTestClock(contents.nowMs) };
    const log = (event: string, facts: object = {}) => void lines.push(`${event} ${JSON.stringify(facts)}`);
    await createService({ ...settings, secrets, log });
    expect(lines).toEqual([`code pepper taken {"keyId":"${await derivedKeyId(codePepper)}"}`]);
    expect(await faultsOf(createService({ ...settings, secrets: rightSecrets(contents) }))).toEqual([
      `LATCHKEY_CODE_PEPPER lacks the code pepper ${await derivedKeyId(codePepper)}, which this database is made with.`,
    ]);
  });

  test('A-50: the key goes on under the name that version 0.1 knows it by, so that one beside this reads what it seals', async () => {
    const { contents, open: opener } = await copy();
    const { service } = await serveReleased(await opened(opener), contents, rightSecrets(contents));
    expect(service.tools.sealer.keyId).toBe('1');
  });

  test('A-50: beside a newer key without an id, the older one still answers for 1', async () => {
    const { contents, open: opener } = await copy();
    const newest = { key: fresh() };
    const { masterKeys } = rightSecrets(contents);
    const secrets = { ...rightSecrets(contents), masterKeys: [newest, ...masterKeys] };
    const running = await serveReleased(await opened(opener), contents, secrets);
    expect(running.service.tools.sealer.keyId).toBe(await derivedKeyId(newest.key));
    await expectWallets(running, contents);
  });
});

const freshSecrets = () => ({ masterKeys: [{ key: fresh() }] as MasterKey[], codePepper: fresh(), proxyKey: fresh() });

describe.each(sharedDatabases)('A-50: on $name', ({ fresh: freshStore }) => {
  const clock = createTestClock();
  const serve = async (store: Store, secrets: ServiceSecrets): Promise<Service> =>
    createService({ store, secrets, clock, send: createInbox(clock).send });
  const readiness = async ({ fetch }: Service) => {
    const response = await fetch(new Request('https://latchkey.test/ready'));
    return { status: response.status, reason: (await response.json()).details?.[0]?.reason };
  };

  test('A-50: secrets begin with an empty database; later every one of them must be there, and right', async () => {
    const opener = await freshStore();
    const secrets = freshSecrets();
    const service = await serve(await opened(opener), secrets);
    await makeParent(service.tools, { name: 'Acme', rootPublicKey: (await createSigningKey()).publicKey });
    const store = await opened(opener);
    expect(await firstId(store)).toBe(await derivedKeyId(secrets.masterKeys[0]?.key ?? fresh()));
    const before = await everythingIn(store);
    for (const [name, wrong] of [
      ['LATCHKEY_MASTER_KEY', { masterKeys: [{ key: fresh() }] }],
      ['LATCHKEY_MASTER_KEY', { masterKeys: [{ id: await firstId(store), key: fresh() }] as MasterKey[] }],
      ['LATCHKEY_CODE_PEPPER', { codePepper: fresh() }],
      ['LATCHKEY_PROXY_KEY', { proxyKey: fresh() }],
    ] as const) {
      const faults = await faultsOf(serve(store, { ...secrets, ...wrong }));
      expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))]);
    }
    expect(await everythingIn(store)).toEqual(before);
    await serve(store, secrets);
  });

  test('A-50: of two that begin the same empty database at once with different secrets, one is refused', async () => {
    const opener = await freshStore();
    const attempts = await Promise.allSettled(
      [freshSecrets(), freshSecrets(), freshSecrets()].map(async (secrets) => serve(await opened(opener), secrets)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? attempt.reason.code : []));
    expect(refusals).toEqual(['SECRETS_UNFIT', 'SECRETS_UNFIT']);
    const store = await opened(opener);
    expect(await store.db.selectFrom('check_values').selectAll().execute()).toHaveLength(3);
  });

  test('A-50: a new key comes as second, then as first; only an instance that lacks one in use is unready', async () => {
    const opener = await freshStore();
    const [old, next] = [freshSecrets(), freshSecrets()];
    const one = await serve(await opened(opener), old);
    const second: ServiceSecrets = {
      masterKeys: [...old.masterKeys, ...next.masterKeys],
      codePepper: old.codePepper,
      olderCodePeppers: [next.codePepper],
      proxyKey: old.proxyKey,
      olderProxyKeys: [next.proxyKey],
    };
    const two = await serve(await opened(opener), second);
    expect([await readiness(one), await readiness(two)]).toEqual(Array(2).fill({ status: 200 }));
    const first: ServiceSecrets = {
      masterKeys: [...next.masterKeys, ...old.masterKeys],
      codePepper: next.codePepper,
      olderCodePeppers: [old.codePepper],
      proxyKey: next.proxyKey,
      olderProxyKeys: [old.proxyKey],
    };
    const three = await serve(await opened(opener), first);
    expect([await readiness(two), await readiness(three)]).toEqual(Array(2).fill({ status: 200 }));
    expect(await readiness(one)).toEqual({ status: 503, reason: 'SECRETS_UNFIT' });
    await expect(serve(await opened(opener), old)).rejects.toThrow(/LATCHKEY_MASTER_KEY lacks/);
    await expect(serve(await opened(opener), next)).rejects.toThrow(/LATCHKEY_MASTER_KEY lacks/);
  });

  test('A-50: a key that a running service uses is recorded again, whoever removed it', async () => {
    const store = await opened(await freshStore());
    const service = await serve(store, freshSecrets());
    const before = await store.db.selectFrom('check_values').select(['secret', 'key_id', 'value']).execute();
    await store.db.deleteFrom('check_values').execute();
    await service.deliver();
    expect(await store.db.selectFrom('check_values').selectAll().execute()).toEqual([]);
    clock.advanceMs(60_000);
    await service.deliver();
    expect(await store.db.selectFrom('check_values').select(['secret', 'key_id', 'value']).execute()).toEqual(before);
  });

  test('A-50: master keys that cannot seal are refused before anything is written', async () => {
    const store = await opened(await freshStore());
    for (const masterKeys of [
      [],
      [{ key: new Uint8Array(16) }],
      [
        { id: 'a', key: fresh() },
        { id: 'a', key: fresh() },
      ],
    ]) {
      await expect(serve(store, { ...freshSecrets(), masterKeys })).rejects.toMatchObject({
        code: 'MASTER_KEYS_INVALID',
      });
    }
    expect(await everythingIn(store)).toEqual({});
  });
});
