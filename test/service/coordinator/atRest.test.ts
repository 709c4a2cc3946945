import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signRawPayload } from '../../../src/contract/signing.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import { type Bytes, fromUtf8 } from '../../../src/crypto/bytes.js';
import { toHex } from '../../../src/crypto/hex.js';
import { accountContext } from '../../../src/service/coordinator/records/wallets.js';
import { mnemonicSeed } from '../../../src/service/vault/mnemonic.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { act, codeOf, done, makeSubOrganization, type Party, proxyOf, sendStamped } from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { codeFor, signUp, verifiedToken, wallet } from '../../support/wire.js';

describe.each(databases)('T-55 on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  let addresses: string[];
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    const made = await makeSubOrganization(service, { wallet: wallet as never });
    [ada] = made.users;
    addresses = made.wallet.addresses;
    [bob] = (await makeSubOrganization(service)).users;
    await done(service, bob, createWallet, wallet as never);
  });
  afterAll(() => service.close());

  const db = () => service.service.tools.store.db;
  const signWith = (address: string | undefined) => ({
    signWith: address,
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  });

  /** Puts `sealed` in the place of an account's key for the time of `run`. */
  async function withSealedKey(address: string | undefined, sealed: Bytes, run: () => Promise<void>): Promise<void> {
    const row = await db()
      .selectFrom('wallet_accounts')
      .selectAll()
      .where('address', '=', address ?? '')
      .executeTakeFirstOrThrow();
    const put = (sealed_key: Bytes) =>
      db()
        .updateTable('wallet_accounts')
        .set({ sealed_key })
        .where('wallet_account_id', '=', row.wallet_account_id)
        .execute();
    await put(sealed);
    await run();
    await put(row.sealed_key);
  }

  const signingFails = async () => {
    service.clock.advanceMs(1);
    const before = await contentsOf(service.service.tools.store);
    const body = JSON.stringify({
      type: signRawPayload.versions.V2.type,
      timestampMs: String(service.clock()),
      organizationId: ada.organizationId,
      parameters: signWith(addresses[0]),
    });
    const response = await sendStamped(service, ada.key, signRawPayload, body);
    expect([response.status, await codeOf(response)]).toEqual([500, 'SEALED_UNREADABLE']);
    expect(await contentsOf(service.service.tools.store)).toEqual(before);
  };

  test('a key from another row does not sign: of another account, another organization, or the seed', async () => {
    const rows = await db().selectFrom('wallet_accounts').select(['address', 'sealed_key']).execute();
    const others = rows.filter(({ address }) => address !== addresses[0]).map(({ sealed_key }) => sealed_key);
    const seeds = await db().selectFrom('wallets').select('sealed_seed').execute();
    const trust = await db().selectFrom('trust_keys').select('sealed_key').execute();
    expect(others).toHaveLength(3);
    for (const sealed of [...others, ...seeds.map((row) => row.sealed_seed), ...trust.map((row) => row.sealed_key)]) {
      await withSealedKey(addresses[0], sealed, signingFails);
    }
    await done(service, ada, signRawPayload, signWith(addresses[0]) as never);
  });

  test('a key with a changed byte does not sign', async () => {
    const { sealed_key } = await db()
      .selectFrom('wallet_accounts')
      .select('sealed_key')
      .where('address', '=', addresses[0] ?? '')
      .executeTakeFirstOrThrow();
    for (const place of [0, 1, 2, 6, 20, sealed_key.length - 1]) {
      const bent = new Uint8Array(sealed_key);
      bent[place] = (bent[place] ?? 0) ^ 1;
      await withSealedKey(addresses[0], bent, signingFails);
    }
  });

  test('a seed from another wallet derives nothing', async () => {
    const wallets = await db().selectFrom('wallets').select(['wallet_id', 'organization_id', 'sealed_seed']).execute();
    const mine = wallets.find(({ organization_id }) => organization_id === ada.organizationId);
    const theirs = wallets.find(({ organization_id }) => organization_id === bob.organizationId);
    const put = (sealed_seed: Bytes | undefined) =>
      db()
        .updateTable('wallets')
        .set({ sealed_seed: sealed_seed as Bytes })
        .where('wallet_id', '=', mine?.wallet_id ?? '')
        .execute();
    await put(theirs?.sealed_seed);
    const parameters = { walletId: mine?.wallet_id, accounts: [{ ...wallet.accounts[0], path: 'm/7' }] };
    await expect(act(service, ada, createWalletAccounts, parameters)).rejects.toMatchObject({
      code: 'SEALED_UNREADABLE',
    });
    await put(mine?.sealed_seed);
    await act(service, ada, createWalletAccounts, parameters);
  });

  test('no secret is readable in any table, as bytes, hex, base64 or words', async () => {
    await signUp(service, 'grace@example.com');
    await proxyOf(service);
    const { token } = await verifiedToken(service, 'grace@example.com');
    const { otpCode } = await codeFor(service, 'grace@example.com');
    const { sealer } = service.service.tools;
    const secrets: Bytes[] = [];
    const words: string[] = [token];
    for (const row of await db().selectFrom('wallet_accounts').selectAll().execute()) {
      secrets.push(await sealer.open(accountContext(row.organization_id, row.wallet_account_id), row.sealed_key));
    }
    for (const row of await db().selectFrom('wallets').selectAll().execute()) {
      const context = { organizationId: row.organization_id, purpose: 'wallet seed', id: row.wallet_id };
      const mnemonic = fromUtf8(await sealer.open(context, row.sealed_seed));
      words.push(mnemonic);
      secrets.push(await mnemonicSeed(mnemonic));
    }
    for (const row of await db().selectFrom('trust_keys').selectAll().execute()) {
      const context = { organizationId: row.organization_id, purpose: 'trust key', id: row.purpose };
      secrets.push(await sealer.open(context, row.sealed_key));
    }
    expect(secrets.length).toBeGreaterThanOrEqual(14);
    const contents = JSON.stringify(await contentsOf(service.service.tools.store));
    for (const secret of secrets) {
      expect(contents).not.toContain(toHex(secret));
      expect(contents).not.toContain(toHex(secret.slice(0, 16)));
      expect(contents).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
      expect(contents).not.toContain(Buffer.from(secret).toString('base64url').slice(0, 20));
    }
    for (const text of words) {
      expect(contents).not.toContain(text);
      expect(contents).not.toContain(Buffer.from(text).toString('hex'));
    }
    const { otp_codes = [], outbox = [] } = await contentsOf(service.service.tools.store);
    for (const row of [...otp_codes, ...outbox]) {
      const { contact: _, otp_id: __, ...rest } = JSON.parse(row);
      expect(Object.values(rest)).not.toContain(otpCode);
    }
  });
});
