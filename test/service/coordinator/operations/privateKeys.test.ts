import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPrivateKeys,
  createPrivateKeyTag,
  deletePrivateKeys,
  deletePrivateKeyTags,
  updatePrivateKeyTag,
} from '../../../../src/contract/privateKeys.js';
import {
  type GetPrivateKeyResponse,
  getPrivateKey,
  type ListPrivateKeysResponse,
  type ListPrivateKeyTagsResponse,
  listPrivateKeys,
  listPrivateKeyTags,
} from '../../../../src/contract/privateKeys.queries.js';
import type { RefusalCode } from '../../../../src/contract/refusals.js';
import type { RequestOf } from '../../../../src/contract/row.js';
import { signRawPayload, signTransaction } from '../../../../src/contract/signing.js';
import { fromHex } from '../../../../src/crypto/hex.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { unique } from '../../../support/examples/example.js';
import { unsignedTransfer } from '../../../support/examples/signing.js';
import { absentId, done, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { stores } from '../../../support/stores.js';
import { ask, envelope, post, stampOf } from '../../../support/wire.js';

describe.each(stores)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    [ada] = (await makeSubOrganization(service, {})).users as [Party];
    [bob] = (await makeSubOrganization(service, {})).users as [Party];
  });
  afterAll(() => service.close());

  type Params = RequestOf<typeof createPrivateKeys>['privateKeys'][number];
  const params = (changes: Partial<Params> = {}): Params => ({
    privateKeyName: unique('Key'),
    curve: 'CURVE_SECP256K1',
    privateKeyTags: [],
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    ...changes,
  });
  async function made(changes: Partial<Params> = {}): Promise<{ id: string; addresses: string[] }> {
    const { privateKeys } = await done(service, ada, createPrivateKeys, { privateKeys: [params(changes)] });
    const [{ privateKeyId = '', addresses = [] } = {}] = privateKeys;
    return { id: privateKeyId, addresses: addresses.map(({ address }) => address) };
  }
  const tag = async (privateKeyIds: string[] = []) =>
    (await done(service, ada, createPrivateKeyTag, { privateKeyTagName: unique('Tag'), privateKeyIds }))
      .privateKeyTagId;
  const endTag = (privateKeyTagId: string) =>
    done(service, ada, deletePrivateKeyTags, { privateKeyTagIds: [privateKeyTagId] });
  const get = async (privateKeyId: string) => {
    const request = { organizationId: ada.organizationId, privateKeyId };
    return (await ask<GetPrivateKeyResponse>(service, ada.key, getPrivateKey, request)).privateKey;
  };

  test('keys of every curve are created with their addresses, and listed in the order of the request', async () => {
    const asked = [
      params({ addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON'] }),
      params({ curve: 'CURVE_ED25519', addressFormats: ['ADDRESS_FORMAT_SOLANA'] }),
      params({ curve: 'CURVE_P256', addressFormats: [] }),
    ];
    const { privateKeys } = await done(service, ada, createPrivateKeys, { privateKeys: asked });
    expect(privateKeys.map(({ addresses }) => addresses.map(({ format }) => format))).toEqual(
      asked.map(({ addressFormats }) => addressFormats),
    );
    const { organizationId } = ada;
    const list = await ask<ListPrivateKeysResponse>(service, ada.key, listPrivateKeys, { organizationId });
    const listed = list.privateKeys.slice(-3);
    expect(listed.map(({ privateKeyName }) => privateKeyName)).toEqual(asked.map((each) => each.privateKeyName));
    expect(listed.map(({ privateKeyId, addresses }) => ({ privateKeyId, addresses }))).toEqual(privateKeys);
    expect(listed[0]).toMatchObject({ exported: false, imported: false, privateKeyTags: [], curve: 'CURVE_SECP256K1' });
    expect(await get(privateKeys[0]?.privateKeyId ?? '')).toEqual(listed[0]);
  });

  test('A-64: of sixty keys, which are read by parts, each is listed once, in order, with its own addresses', async () => {
    const twenty = () => Array.from({ length: 20 }, () => params({ addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] }));
    const privateKeys: object[] = [];
    for (let times = 0; times < 3; times += 1)
      privateKeys.push(...(await done(service, ada, createPrivateKeys, { privateKeys: twenty() })).privateKeys);
    const { organizationId } = ada;
    const list = await ask<ListPrivateKeysResponse>(service, ada.key, listPrivateKeys, { organizationId });
    const listed = list.privateKeys.slice(-60);
    expect(listed.map(({ privateKeyId, addresses }) => ({ privateKeyId, addresses }))).toEqual(privateKeys);
    expect(new Set(list.privateKeys.map(({ privateKeyId }) => privateKeyId)).size).toBe(list.privateKeys.length);
  });

  test('a key signs, named by its id or by an address of it in any case', async () => {
    const { id, addresses } = await made({ addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'] });
    const [ethereum = '', compressed = ''] = addresses;
    const text = {
      payload: 'hello',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    } as const;
    const signature = await done(service, ada, signRawPayload, { signWith: id, ...text });
    const { sha256 } = await import('@noble/hashes/sha2.js');
    const digest = sha256(new TextEncoder().encode('hello'));
    const { r, s } = signature;
    expect(secp256k1.verify(fromHex(r + s), digest, fromHex(compressed), { prehash: false })).toBe(true);
    for (const signWith of [ethereum, ethereum.toLowerCase(), compressed]) {
      expect(await done(service, ada, signRawPayload, { signWith, ...text })).toEqual(signature);
    }
    const transaction = { unsignedTransaction: unsignedTransfer, type: 'TRANSACTION_TYPE_ETHEREUM' } as const;
    const signed = await done(service, ada, signTransaction, { signWith: id, ...transaction });
    expect(await done(service, ada, signTransaction, { signWith: ethereum, ...transaction })).toEqual(signed);
    await refusedAs('SIGNER_NOT_FOUND', service, bob, signRawPayload, { signWith: id, ...text });
    await refusedAs('SIGNER_NOT_FOUND', service, bob, signRawPayload, { signWith: ethereum, ...text });
  });

  test('a key that is deleted signs no more, and its name is free again', async () => {
    const { id } = await made({ privateKeyName: 'Gone' });
    await refusedAs('NOT_EXPORTED', service, ada, deletePrivateKeys, { privateKeyIds: [id] });
    const tagId = await tag([id]);
    await done(service, ada, deletePrivateKeys, { privateKeyIds: [id], deleteWithoutExport: true });
    await refusedAs('SIGNER_NOT_FOUND', service, ada, signRawPayload, {
      signWith: id,
      payload: 'a',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    expect(await endTag(tagId)).toEqual({ privateKeyTagIds: [tagId], privateKeyIds: [] });
    await made({ privateKeyName: 'Gone' });
  });

  test('a tag is given, taken, renamed, and goes from its holders', async () => {
    const [one, other] = [(await made()).id, (await made()).id];
    const tagId = await tag([one]);
    expect((await get(one)).privateKeyTags).toEqual([tagId]);
    const third = (await made({ privateKeyTags: [tagId] })).id;
    const named = unique('Renamed');
    await done(service, ada, updatePrivateKeyTag, {
      ...{ privateKeyTagId: tagId, newPrivateKeyTagName: named },
      ...{ addPrivateKeyIds: [other, third], removePrivateKeyIds: [one] },
    });
    expect((await get(one)).privateKeyTags).toEqual([]);
    expect((await get(other)).privateKeyTags).toEqual([tagId]);
    const { organizationId } = ada;
    const list = await ask<ListPrivateKeyTagsResponse>(service, ada.key, listPrivateKeyTags, { organizationId });
    expect(list.privateKeyTags.at(-1)).toMatchObject({
      ...{ tagId, tagName: named, tagType: 'TAG_TYPE_PRIVATE_KEY' },
    });
    const deleted = await endTag(tagId);
    expect(deleted.privateKeyIds.toSorted()).toEqual([other, third].toSorted());
    expect((await get(other)).privateKeyTags).toEqual([]);
  });

  test('the same bytes again make no other key', async () => {
    const body = envelope(service, createPrivateKeys, ada.organizationId, { privateKeys: [params()] });
    const submit = async () => {
      const response = await post(service, createPrivateKeys.path, body, await stampOf(ada.key, body));
      return ((await response.json()) as { activity: { result: object } }).activity.result;
    };
    const first = await submit();
    expect(await submit()).toEqual(first);
  });

  describe('what is refused', () => {
    test.each<[RefusalCode, string, () => Partial<Params> | Promise<Partial<Params>>]>([
      ['ADDRESS_FORMAT_NOT_SUPPORTED', 'Spark', () => ({ addressFormats: ['ADDRESS_FORMAT_SPARK_MAINNET'] })],
      ['ADDRESS_FORMAT_CURVE_MISMATCH', 'Solana', () => ({ addressFormats: ['ADDRESS_FORMAT_SOLANA'] })],
      ['TAG_NOT_FOUND', 'an unknown tag', () => ({ privateKeyTags: [absentId] })],
      ['REQUEST_INVALID', 'a format twice', () => ({ addressFormats: ['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_TRON'] })],
      [
        'NAME_TAKEN',
        'a name that is there',
        async () => {
          const privateKeyName = unique('Twice');
          await made({ privateKeyName });
          return { privateKeyName };
        },
      ],
    ])('%s: %s', async (code, _what, changes) => {
      const privateKeys = [params(await changes())];
      await refusedAs(code, service, ada, createPrivateKeys, { privateKeys });
    });

    test('NAME_TAKEN: one name for two keys of one request', async () => {
      const one = params();
      await refusedAs('NAME_TAKEN', service, ada, createPrivateKeys, { privateKeys: [one, { ...one }] });
    });

    test('keys and tags of another organization are not found, like those that do not exist', async () => {
      const { id } = await made();
      const tagId = await tag();
      const none = { addPrivateKeyIds: [], removePrivateKeyIds: [] };
      for (const [keyId, tagOf] of [
        [id, tagId],
        [absentId, absentId],
      ] as const) {
        const privateKeyIds = [keyId];
        const gone = { privateKeyIds, deleteWithoutExport: true };
        await refusedAs('PRIVATE_KEY_NOT_FOUND', service, bob, deletePrivateKeys, gone);
        const given = { privateKeyTagName: unique('Tag'), privateKeyIds };
        await refusedAs('PRIVATE_KEY_NOT_FOUND', service, bob, createPrivateKeyTag, given);
        await refusedAs('TAG_NOT_FOUND', service, bob, updatePrivateKeyTag, { privateKeyTagId: tagOf, ...none });
        await refusedAs('TAG_NOT_FOUND', service, bob, deletePrivateKeyTags, { privateKeyTagIds: [tagOf] });
      }
      await refusedAs('PRIVATE_KEY_NOT_FOUND', service, ada, updatePrivateKeyTag, {
        ...{ privateKeyTagId: tagId, ...none },
        addPrivateKeyIds: [absentId],
      });
      await endTag(tagId);
    });

    test("a tag's name is unique, and a sub-organization holds ten tags", async () => {
      const tags = [];
      while (tags.length < 10) tags.push(await tag());
      const more = { privateKeyTagName: unique('Tag'), privateKeyIds: [] };
      await refusedAs('LIMIT_REACHED', service, ada, createPrivateKeyTag, more);
      const [first = '', second = '', ...others] = tags;
      const privateKeyTagName = unique('Named');
      const none = { addPrivateKeyIds: [], removePrivateKeyIds: [] };
      const named = { newPrivateKeyTagName: privateKeyTagName, ...none };
      await done(service, ada, updatePrivateKeyTag, { privateKeyTagId: first, ...named });
      await refusedAs('NAME_TAKEN', service, ada, updatePrivateKeyTag, { privateKeyTagId: second, ...named });
      for (const other of others) await endTag(other);
      await refusedAs('NAME_TAKEN', service, ada, createPrivateKeyTag, { privateKeyTagName, privateKeyIds: [] });
      await endTag(first);
      await endTag(second);
    });
  });
});

test('an organization holds a thousand private keys', async () => {
  const service = await createTestService();
  const [ada] = (await makeSubOrganization(service, {})).users as [Party];
  const one = { curve: 'CURVE_ED25519' as const, privateKeyTags: [], addressFormats: [] };
  const twenty = () => Array.from({ length: 20 }, () => ({ ...one, privateKeyName: unique('Key') }));
  for (let round = 0; round < 50; round++) await done(service, ada, createPrivateKeys, { privateKeys: twenty() });
  const last = [{ ...one, privateKeyName: unique('Key') }];
  await refusedAs('LIMIT_REACHED', service, ada, createPrivateKeys, { privateKeys: last });
  await service.close();
});

test('an organization makes so many private keys in a minute, and no more', async () => {
  const service = await createTestService({ derivationsPerMinute: 2 });
  const [ada] = (await makeSubOrganization(service, {})).users as [Party];
  const key = () => ({
    ...{ curve: 'CURVE_ED25519' as const, privateKeyTags: [], addressFormats: [] },
    privateKeyName: unique('Key'),
  });
  await done(service, ada, createPrivateKeys, { privateKeys: [key(), key()] });
  await refusedAs('TOO_MANY_DERIVATIONS', service, ada, createPrivateKeys, { privateKeys: [key()] });
  await service.close();
});
