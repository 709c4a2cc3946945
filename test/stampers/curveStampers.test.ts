import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { createClient } from '../../src/client/createClient.js';
import { createApiKeys } from '../../src/contract/credentials.js';
import { whoami } from '../../src/contract/users.queries.js';
import { createWallet } from '../../src/contract/wallets.js';
import { utf8 } from '../../src/crypto/bytes.js';
import { eip191 } from '../../src/crypto/eip191.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { verify } from '../../src/crypto/p256.js';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import { ed25519Stamper, ethereumStamper, secp256k1Stamper } from '../../src/stampers/curveStampers.js';
import { readStamp, verifyStamp } from '../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { codeOf } from '../support/errors.js';
import { done, makeSubOrganization } from '../support/parties.js';

/** The key 1: its public key is the curve's base point. @see SEC 2, section 2.4.1 */
const onSecp256k1 = {
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  privateKey: '1'.padStart(64, '0'),
};
/** @see RFC 8032, section 7.1, TEST 2 */
const onEd25519 = {
  publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  privateKey: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
};
const curves = [
  { curveType: 'API_KEY_CURVE_SECP256K1', stamperOf: secp256k1Stamper, pair: onSecp256k1 },
  { curveType: 'API_KEY_CURVE_ED25519', stamperOf: ed25519Stamper, pair: onEd25519 },
] as const;

describe.each(curves)('an API key of $curveType', ({ curveType, stamperOf, pair }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService();
  });
  afterAll(() => service.close());

  test('stamps what the service takes: a question and an activity', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId, userId } = ada;
    const apiKeys = [{ apiKeyName: 'Server', publicKey: pair.publicKey, curveType }];
    await done(service, ada, createApiKeys, { userId, apiKeys });
    const client = createClient({ ...service.settings, keys: memoryKeyStore() });
    const as = { stamper: stamperOf(pair), organizationId };
    expect(await call(client, whoami, {}, as)).toMatchObject({ userId });
    const { walletId } = await call(client, createWallet, { walletName: 'Mine', accounts: [] }, as);
    expect(walletId).not.toBe('');
  });

  test('stamps the body that it is given and no other, as the key it says it is', async () => {
    const stamper = stamperOf(pair);
    const body = utf8('{"organizationId":"1"}');
    const { name, value } = await stamper.stamp(body);
    const stamp = readStamp(value);
    expect({ name, publicKey: stamp.publicKey }).toEqual({ name: 'X-Stamp', publicKey: stamper.publicKey });
    expect(await verifyStamp(stamp, body, verify)).toBe(true);
    expect(await verifyStamp(stamp, utf8('{"organizationId":"2"}'), verify)).toBe(false);
  });

  test('halves of two pairs, and what is no key, stamp nothing', async () => {
    const stamping = (changes: object) => () => stamperOf({ ...pair, ...changes }).stamp(utf8('{}'));
    expect(await codeOf(stamping({ privateKey: '2'.padStart(64, '0') }))).toBe('KEY_MISMATCH');
    expect(await codeOf(stamping({ privateKey: '0102' }))).toBe('KEY_OUT_OF_RANGE');
    expect(await codeOf(stamping({ privateKey: 'hello' }))).toBe('HEX_MALFORMED');
  });
});

describe('an Ethereum wallet', () => {
  /** As wallets sign a text: 65 bytes, r, s and v. */
  const wallet = {
    publicKey: onSecp256k1.publicKey,
    signMessage: async (message: string) => {
      const digest = keccak_256(eip191(message));
      const [v, ...rs] = secp256k1.sign(digest, fromHex(onSecp256k1.privateKey), {
        prehash: false,
        format: 'recovered',
      });
      return `0x${toHex(Uint8Array.from([...rs, 27 + (v ?? 0)]))}`;
    },
  };

  test('stamps what the service takes', async () => {
    const service = await createTestService();
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId, userId } = ada;
    const apiKey = { apiKeyName: 'Wallet', publicKey: wallet.publicKey, curveType: 'API_KEY_CURVE_SECP256K1' } as const;
    await done(service, ada, createApiKeys, { userId, apiKeys: [apiKey] });
    const client = createClient({ ...service.settings, keys: memoryKeyStore() });
    const as = { stamper: ethereumStamper(wallet), organizationId };
    expect(await call(client, whoami, {}, as)).toMatchObject({ userId });
    await service.close();
  });

  test('stamps the body as the text that it is, and nothing by what is no signature', async () => {
    const stamp = readStamp((await ethereumStamper(wallet).stamp(utf8('{"name":"Zoë"}'))).value);
    expect(stamp.scheme).toBe('SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191');
    expect(await verifyStamp(stamp, utf8('{"name":"Zoë"}'), verify)).toBe(true);
    expect(await verifyStamp(stamp, utf8('{"name":"Zoe"}'), verify)).toBe(false);
    const short = ethereumStamper({ ...wallet, signMessage: async () => '0x1234' });
    expect(await codeOf(() => short.stamp(utf8('{}')))).toBe('RAW_MALFORMED');
  });
});

test('Ed25519 signs as the standard publishes', async () => {
  const { value } = await ed25519Stamper(onEd25519).stamp(Uint8Array.of(0x72));
  expect(readStamp(value).signature).toBe(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );
});
