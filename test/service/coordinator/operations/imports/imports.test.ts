import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  importPrivateKey,
  importWallet,
  initImportPrivateKey,
  initImportWallet,
} from '../../../../../src/contract/imports.js';
import { createPrivateKeys } from '../../../../../src/contract/privateKeys.js';
import { type GetPrivateKeyResponse, getPrivateKey } from '../../../../../src/contract/privateKeys.queries.js';
import { signRawPayload } from '../../../../../src/contract/signing.js';
import { createWallet, createWalletAccounts } from '../../../../../src/contract/wallets.js';
import { type GetWalletResponse, getWallet } from '../../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { readEnvelope } from '../../../../../src/crypto/envelope.js';
import { ethereumAddress } from '../../../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../../../src/crypto/hex.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import { unique } from '../../../../support/examples/example.js';
import {
  absentId,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  sendStamped,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, envelope } from '../../../../support/wire.js';
import {
  ethereum,
  exportedKey,
  exportedWords,
  importKey,
  importWords,
  privateKeyRequest,
  sealedBy,
  signerOf,
  walletRequest,
} from './transfers.js';

const hourMs = 60 * 60_000;
const words = `${'abandon '.repeat(11)}about`;
const firstAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const hello = {
  payload: 'hello',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
} as const;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open(), derivationsPerMinute: 10_000 });
    [ada, bob] = (await makeSubOrganization(service, { roots: 2 })).users as [Party, Party];
  });
  afterAll(() => service.close());

  const targets = async () => (await contentsOf(service.service.tools.store)).import_targets ?? [];

  test('an import begins with a key that the service signs, for one user of one organization', async () => {
    const { organizationId, userId } = ada;
    for (const row of [initImportWallet, initImportPrivateKey]) {
      const { importBundle } = await done(service, ada, row, { userId });
      const data = await readEnvelope(importBundle, await signerOf(service));
      expect(data).toEqual({ targetPublic: expect.stringMatching(/^04[\da-f]{128}$/), organizationId, userId });
      await refusedAs('USER_NOT_FOUND', service, ada, row, { userId: absentId });
      await refusedAs('NOT_AUTHORIZED', service, ada, row, { userId: bob.userId });
    }
    expect(await targets()).toHaveLength(2);
  });

  test('words of every length become a wallet with the accounts that they have everywhere, and come out as they went in', async () => {
    for (const strength of [128, 160, 192, 224, 256]) {
      const mnemonic = generateMnemonic(wordlist, strength);
      const { walletId, addresses } = await importWords(service, ada, mnemonic);
      const key = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(ethereum.path).publicKey;
      expect(addresses).toEqual([await ethereumAddress(new Uint8Array(key ?? []))]);
      const { organizationId } = ada;
      const { wallet } = await ask<GetWalletResponse>(service, ada.key, getWallet, { organizationId, walletId });
      expect(wallet).toMatchObject({ imported: true, exported: false });
      expect(await exportedWords(service, ada, walletId)).toEqual({ mnemonic, passphrase: '' });
    }
  });

  test('the passphrase behind a line feed makes another wallet, whose further accounts have it too', async () => {
    const passphrase = 'TREZOR \n ñ 🦊';
    const { walletId, addresses } = await importWords(service, ada, `${words}\n${passphrase}`);
    const tree = HDKey.fromMasterSeed(mnemonicToSeedSync(words, passphrase));
    const addressAt = (path: string) => ethereumAddress(new Uint8Array(tree.derive(path).publicKey ?? []));
    expect(addresses).toEqual([await addressAt(ethereum.path)]);
    expect(addresses).not.toEqual([firstAddress]);
    const path = "m/44'/60'/0'/0/1";
    const further = await done(service, ada, createWalletAccounts, { walletId, accounts: [{ ...ethereum, path }] });
    expect(further.addresses).toEqual([await addressAt(path)]);
    expect(await exportedWords(service, ada, walletId)).toEqual({ mnemonic: words, passphrase });
    const { addresses: without } = await importWords(service, ada, `${words}\n`);
    expect(without, 'an empty one is none').toEqual([firstAddress]);
  });

  test.each([
    ['two spaces', words.replace(' ', '  ')],
    ['spaces around them', ` ${words}  `],
    ['tabs', words.replaceAll(' ', '\t')],
    ['the line end of Windows', `${words}\r\n`],
    ['a byte order mark', `\ufeff${words}`],
    ['capitals', `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`],
    ['capitals alone', words.toUpperCase()],
  ])('%s change no wallet', async (_what, text) => {
    const { walletId, addresses } = await importWords(service, ada, text);
    expect(addresses).toEqual([firstAddress]);
    expect(await exportedWords(service, ada, walletId)).toEqual({ mnemonic: words, passphrase: '' });
  });

  test.each([
    ['a wrong checksum', `${'abandon '.repeat(11)}abandon`],
    ['a word of no list', `${'abandon '.repeat(11)}latchkey`],
    ['eleven words', 'abandon '.repeat(11).trim()],
    ['twenty-seven words', `${'abandon '.repeat(26)}about`],
    ['words by line', words.replaceAll(' ', '\n')],
    ['wide letters', words.replace('about', 'ａｂｏｕｔ')],
    ['nothing', ''],
  ])('%s makes no wallet', async (_what, text) => {
    await refusedAs('MNEMONIC_INVALID', service, ada, importWallet, await walletRequest(service, ada, text));
  });

  test('what is no text makes no wallet', async () => {
    const encryptedBundle = await sealedBy(service, ada, Uint8Array.of(0xff, 0xfe));
    const request = { userId: ada.userId, walletName: unique('Imported'), encryptedBundle, accounts: [] };
    await refusedAs('MNEMONIC_INVALID', service, ada, importWallet, request);
  });

  test('a private key of every curve signs here as it did elsewhere', async () => {
    const secretKey = fromHex('37'.repeat(32));
    const publicKeys = {
      CURVE_SECP256K1: secp256k1.getPublicKey(secretKey),
      CURVE_P256: p256.getPublicKey(secretKey),
      CURVE_ED25519: ed25519.getPublicKey(secretKey),
    };
    for (const [curve, publicKey] of Object.entries(publicKeys) as [keyof typeof publicKeys, Uint8Array][]) {
      const addressFormats = ['ADDRESS_FORMAT_COMPRESSED' as const];
      const { privateKeyId, addresses } = await importKey(service, ada, secretKey, { curve, addressFormats });
      expect(addresses).toEqual([{ format: 'ADDRESS_FORMAT_COMPRESSED', address: toHex(new Uint8Array(publicKey)) }]);
      const { organizationId } = ada;
      const requestBody = { organizationId, privateKeyId };
      const { privateKey } = await ask<GetPrivateKeyResponse>(service, ada.key, getPrivateKey, requestBody);
      expect(privateKey).toMatchObject({ imported: true, exported: false, curve, privateKeyTags: [] });
      expect(await exportedKey(service, ada, privateKeyId)).toBe(toHex(secretKey));
    }
    const { privateKeyId } = await importKey(service, ada, secretKey);
    const { r, s } = await done(service, ada, signRawPayload, { signWith: privateKeyId, ...hello });
    expect(secp256k1.verify(fromHex(r + s), utf8('hello'), publicKeys.CURVE_SECP256K1)).toBe(true);
  });

  test.each([
    ['zero', 'CURVE_SECP256K1', '00'.repeat(32)],
    ["secp256k1's order", 'CURVE_SECP256K1', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
    ["P-256's order", 'CURVE_P256', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'],
    ['31 bytes', 'CURVE_ED25519', '11'.repeat(31)],
    ['33 bytes', 'CURVE_SECP256K1', '11'.repeat(33)],
    ['64 bytes, as Solana writes it', 'CURVE_ED25519', '11'.repeat(64)],
    ['nothing', 'CURVE_P256', ''],
  ] as const)('%s is no private key', async (_what, curve, hex) => {
    const request = await privateKeyRequest(service, ada, fromHex(hex), { curve, addressFormats: [] });
    await refusedAs('PRIVATE_KEY_INVALID', service, ada, importPrivateKey, request);
  });

  test('T-42 a bundle is accepted once, whatever the outcome', async () => {
    const wallet = await walletRequest(service, ada, words);
    await done(service, ada, importWallet, wallet);
    const again = { ...wallet, walletName: unique('Again') };
    await refusedAs('IMPORT_NOT_STARTED', service, ada, importWallet, again);
    const key = await privateKeyRequest(service, ada, fromHex('12'.repeat(32)));
    const mismatched = { ...key, addressFormats: ['ADDRESS_FORMAT_SOLANA' as const] };
    await refusedAs('ADDRESS_FORMAT_CURVE_MISMATCH', service, ada, importPrivateKey, mismatched);
    await refusedAs('IMPORT_NOT_STARTED', service, ada, importPrivateKey, key);
    const unsupported = await privateKeyRequest(service, ada, fromHex('12'.repeat(32)), {
      addressFormats: ['ADDRESS_FORMAT_SPARK_MAINNET'],
    });
    await refusedAs('ADDRESS_FORMAT_NOT_SUPPORTED', service, ada, importPrivateKey, unsupported);
    expect(await targets()).toEqual([]);
  });

  test('the same bytes get the same wallet, and it is there once', async () => {
    const body = envelope(service, importWallet, ada.organizationId, await walletRequest(service, ada, words));
    const send = async () => (await sendStamped(service, ada.key, importWallet, body)).text();
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '').activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('of two imports of one bundle at once one is taken', async () => {
    const request = await walletRequest(service, ada, words);
    const bodies = ['one', 'two'].map((name) => {
      service.clock.advanceMs(1);
      return envelope(service, importWallet, ada.organizationId, { ...request, walletName: unique(name) });
    });
    const answers = await Promise.all(
      bodies.map(async (body) => {
        const answer = await sendStamped(service, ada.key, importWallet, body);
        return answer.ok ? 'ok' : (await answer.json()).details[0].reason;
      }),
    );
    expect(answers.sort()).toEqual(['IMPORT_NOT_STARTED', 'ok']);
  });

  test('an import that began an hour ago, or was begun anew, takes nothing', async () => {
    const late = await walletRequest(service, ada, words);
    service.clock.advanceMs(hourMs);
    await refusedAs('IMPORT_NOT_STARTED', service, ada, importWallet, late);
    const replaced = await walletRequest(service, ada, words);
    await done(service, ada, initImportWallet, { userId: ada.userId });
    await refusedAs('IMPORT_BUNDLE_INVALID', service, ada, importWallet, replaced);
    await done(service, ada, initImportWallet, { userId: ada.userId });
    service.clock.advanceMs(hourMs + 60_000);
    await service.service.deliver();
    expect(await targets(), 'and is cleared away').toEqual([]);
  });

  test('T-42 a bundle of another user, organization or purpose is refused', async () => {
    const [eve] = (await makeSubOrganization(service)).users;
    const request = await walletRequest(service, ada, words);
    const { encryptedBundle } = request;
    await refusedAs('IMPORT_NOT_STARTED', service, bob, importWallet, { ...request, userId: bob.userId });
    await refusedAs('NOT_AUTHORIZED', service, bob, importWallet, request);
    await refusedAs('USER_NOT_FOUND', service, eve, importWallet, request);
    for (const thief of [bob, eve]) {
      const own = await walletRequest(service, thief, words);
      await refusedAs('IMPORT_BUNDLE_INVALID', service, thief, importWallet, { ...own, encryptedBundle });
    }
    const key = await privateKeyRequest(service, ada, utf8(words));
    await refusedAs('IMPORT_BUNDLE_INVALID', service, ada, importPrivateKey, { ...key, encryptedBundle });
    await refusedAs('USER_NOT_FOUND', service, ada, importPrivateKey, { ...key, userId: absentId });
    await done(service, ada, importWallet, request);
    const forKey = await privateKeyRequest(service, ada, utf8(words));
    await refusedAs('IMPORT_NOT_STARTED', service, ada, importWallet, {
      ...request,
      encryptedBundle: forKey.encryptedBundle,
    });
  });

  test('T-55 a key of an import in the place of another opens nothing', async () => {
    const { db } = service.service.tools.store;
    const request = await walletRequest(service, ada, words);
    await privateKeyRequest(service, ada, fromHex('12'.repeat(32)));
    const rows = await db
      .selectFrom('import_targets')
      .selectAll()
      .where('organization_id', '=', ada.organizationId)
      .execute();
    const sealedOf = (purpose: string) => rows.find(({ target }) => target.startsWith(purpose));
    const put = (sealed = new Uint8Array()) =>
      db
        .updateTable('import_targets')
        .set({ sealed_key: sealed })
        .where('target', '=', `WALLET ${ada.userId}`)
        .execute();
    await put(sealedOf('PRIVATE_KEY')?.sealed_key);
    await refusedAs('SEALED_UNREADABLE', service, ada, importWallet, request);
    await put(sealedOf('WALLET')?.sealed_key);
    await done(service, ada, importWallet, request);
  });

  test('a member of the organization imports only where a policy lets them', async () => {
    const member = await makeMember(service, ada.organizationId, service.organizationId);
    await refusedAs('NOT_AUTHORIZED', service, member, initImportWallet, { userId: member.userId });
  });

  test('names, limits and places are those of wallets and keys that are made here', async () => {
    const [eve] = (await makeSubOrganization(service)).users;
    const taken = unique('Taken');
    await done(service, eve, createWallet, { walletName: taken, accounts: [{ ...ethereum, name: 'mine' }] });
    const key = { privateKeyName: taken, curve: 'CURVE_P256' as const, privateKeyTags: [], addressFormats: [] };
    await done(service, eve, createPrivateKeys, { privateKeys: [key] });
    const wallets: [Parameters<typeof refusedAs>[0], object][] = [
      ['NAME_TAKEN', { walletName: taken }],
      ['NAME_TAKEN', { accounts: [{ ...ethereum, name: 'mine' }] }],
      ['ACCOUNT_EXISTS', { accounts: [ethereum, ethereum] }],
      ['PATH_MALFORMED', { accounts: [{ ...ethereum, path: 'm/x' }] }],
      [
        'PATH_NOT_HARDENED',
        { accounts: [{ ...ethereum, curve: 'CURVE_ED25519', addressFormat: 'ADDRESS_FORMAT_SOLANA' }] },
      ],
      ['ADDRESS_FORMAT_NOT_SUPPORTED', { accounts: [{ ...ethereum, addressFormat: 'ADDRESS_FORMAT_SPARK_MAINNET' }] }],
      ['ADDRESS_FORMAT_CURVE_MISMATCH', { accounts: [{ ...ethereum, addressFormat: 'ADDRESS_FORMAT_SOLANA' }] }],
    ];
    for (const [code, changes] of wallets)
      await refusedAs(code, service, eve, importWallet, await walletRequest(service, eve, words, changes));
    const named = await privateKeyRequest(service, eve, fromHex('12'.repeat(32)), { privateKeyName: taken });
    await refusedAs('NAME_TAKEN', service, eve, importPrivateKey, named);
  });

  test('a full organization accepts no more, in any way', async () => {
    const [eve] = (await makeSubOrganization(service)).users;
    const { tools } = service.service;
    const made = await importWords(service, eve, words);
    const { privateKeyId } = await importKey(service, eve, fromHex('12'.repeat(32)));
    const { organizationId: organization_id } = eve;
    const { db } = tools.store;
    const [wallet] = await db.selectFrom('wallets').selectAll().where('wallet_id', '=', made.walletId).execute();
    const [key] = await db.selectFrom('private_keys').selectAll().where('private_key_id', '=', privateKeyId).execute();
    const many = <Row>(count: number, row: (name: string, ordinal: number) => Row) =>
      Array.from({ length: count }, (_, index) => row(unique('Row'), index + 2));
    if (!wallet || !key) throw new Error('What was imported is not there.');
    await db
      .insertInto('wallets')
      .values(
        many(99, (name, ordinal) => ({ ...wallet, organization_id, ordinal, wallet_id: name, wallet_name: name })),
      )
      .execute();
    await db
      .insertInto('private_keys')
      .values(many(999, (name) => ({ ...key, organization_id, private_key_id: name, private_key_name: name })))
      .execute();
    await refusedAs('LIMIT_REACHED', service, eve, importWallet, await walletRequest(service, eve, words));
    const further = await privateKeyRequest(service, eve, fromHex('13'.repeat(32)));
    await refusedAs('LIMIT_REACHED', service, eve, importPrivateKey, further);
  });

  test('who has derived too much waits, and keeps the import for then', async () => {
    const slow = await createTestService({ store: await open(), derivationsPerMinute: 1 });
    const [eve] = (await makeSubOrganization(slow)).users;
    const request = await walletRequest(slow, eve, words);
    const key = await privateKeyRequest(slow, eve, fromHex('12'.repeat(32)));
    await done(slow, eve, createWallet, { walletName: 'First', accounts: [ethereum] });
    await refusedAs('TOO_MANY_DERIVATIONS', slow, eve, importWallet, request);
    await refusedAs('TOO_MANY_DERIVATIONS', slow, eve, importPrivateKey, key);
    slow.clock.advanceMs(60_000);
    await done(slow, eve, importWallet, request);
    slow.clock.advanceMs(60_000);
    await done(slow, eve, importPrivateKey, key);
    await slow.close();
  });

  test('no bundle, word or key is recorded', async () => {
    const request = await walletRequest(service, ada, words);
    await done(service, ada, importWallet, request);
    const secretKey = fromHex('3c'.repeat(32));
    const key = await privateKeyRequest(service, ada, secretKey);
    await done(service, ada, importPrivateKey, key);
    const wrong = await walletRequest(service, ada, `${words} zoo`);
    await refusedAs('MNEMONIC_INVALID', service, ada, importWallet, wrong);
    const contents = JSON.stringify(await contentsOf(service.service.tools.store));
    for (const { encryptedBundle } of [request, key, wrong])
      expect(contents).not.toContain(JSON.parse(encryptedBundle).ciphertext);
    for (const secret of ['abandon', toHex(utf8('abandon')), toHex(secretKey)]) expect(contents).not.toContain(secret);
    expect(contents).toContain('[redacted]');
  });
});
