import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKeys } from '../../../../src/contract/credentials.js';
import { getApiKeys } from '../../../../src/contract/credentials.queries.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { type Bytes, concat, utf8 } from '../../../../src/crypto/bytes.js';
import { derFromRaw } from '../../../../src/crypto/der.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { type StampScheme, writeStamp } from '../../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { codeOf, done, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, post } from '../../../support/wire.js';

type Curve = 'API_KEY_CURVE_SECP256K1' | 'API_KEY_CURVE_ED25519';
type Signer = { publicKey: string; curveType: Curve; sign: (body: Bytes) => Bytes };

const secret = new Uint8Array(32).fill(7);
const bytes = (made: Uint8Array): Bytes => new Uint8Array(made);
const onSecp256k1 = {
  publicKey: toHex(bytes(secp256k1.getPublicKey(secret))),
  curveType: 'API_KEY_CURVE_SECP256K1',
} as const;
const eip191 = (body: Bytes) => keccak_256(concat(utf8(`\x19Ethereum Signed Message:\n${body.length}`), body));

const signers: Record<Exclude<StampScheme, 'SIGNATURE_SCHEME_TK_API_P256'>, Signer> = {
  SIGNATURE_SCHEME_TK_API_SECP256K1: {
    ...onSecp256k1,
    sign: (body) => bytes(derFromRaw(bytes(secp256k1.sign(body, secret)))),
  },
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: {
    ...onSecp256k1,
    sign: (body) => bytes(derFromRaw(bytes(secp256k1.sign(eip191(body), secret, { prehash: false })))),
  },
  SIGNATURE_SCHEME_TK_API_ED25519: {
    publicKey: toHex(bytes(ed25519.getPublicKey(secret))),
    curveType: 'API_KEY_CURVE_ED25519',
    sign: (body) => bytes(ed25519.sign(body, secret)),
  },
};
const schemes = Object.entries(signers) as [StampScheme, Signer][];

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());

  const send = (row: { path: string }, body: string, scheme: StampScheme, { publicKey, sign }: Signer) =>
    post(service, row.path, body, {
      'X-Stamp': writeStamp({ publicKey, scheme, signature: toHex(sign(utf8(body))) }),
    });
  const made = async ({ publicKey, curveType }: Signer): Promise<Party> => {
    const [ada] = (await makeSubOrganization(service)).users;
    const apiKeys = [{ apiKeyName: 'Wallet', publicKey, curveType }];
    await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys });
    return ada;
  };

  test.each(schemes)('a key stamps by %s what its holder may, and its vote shows how', async (scheme, signer) => {
    const { organizationId, userId } = await made(signer);
    const body = JSON.stringify({ organizationId });
    expect(await (await send(whoami, body, scheme, signer)).json()).toMatchObject({ userId });
    const parameters = { walletName: scheme, accounts: [] };
    const { type } = createWallet.versions.V1;
    const submitted = JSON.stringify({ type, timestampMs: `${service.clock()}`, organizationId, parameters });
    const { activity } = await (await send(createWallet, submitted, scheme, signer)).json();
    expect(activity.votes).toMatchObject([{ userId, publicKey: signer.publicKey, scheme, message: submitted }]);
  });

  test.each(schemes)('%s: another body, another scheme and an unknown key are refused', async (scheme, signer) => {
    const { organizationId } = await made(signer);
    const body = JSON.stringify({ organizationId });
    const bent = { ...signer, sign: (signed: Bytes) => signer.sign(concat(signed, utf8(' '))) };
    expect(await codeOf(await send(whoami, body, scheme, bent))).toBe('STAMP_INVALID');
    for (const [other] of schemes) {
      if (other === scheme) continue;
      expect(await codeOf(await send(whoami, body, other, signer))).toMatch(/^STAMP_(INVALID|MALFORMED)$/);
    }
    const [bob] = (await makeSubOrganization(service)).users;
    const elsewhere = JSON.stringify({ organizationId: bob.organizationId });
    expect(await codeOf(await send(whoami, elsewhere, scheme, signer))).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  test('a stamp on one curve is not taken for a key that was given as one of the other', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    // The same 33 bytes may be a point of both curves: this one is.
    let x = 1;
    let publicKey = '';
    let key = new Uint8Array(32);
    for (; publicKey === ''; x += 1) {
      key = new Uint8Array(32).fill(x);
      const shared = toHex(bytes(secp256k1.getPublicKey(key)));
      const apiKeys = [{ apiKeyName: 'Both', publicKey: shared, curveType: 'API_KEY_CURVE_P256' as const }];
      const given = done(service, ada, createApiKeys, { userId: ada.userId, apiKeys });
      publicKey = await given.then(
        () => shared,
        () => '',
      );
    }
    const body = JSON.stringify({ organizationId: ada.organizationId });
    const sign = (signed: Bytes) => bytes(derFromRaw(bytes(secp256k1.sign(signed, key))));
    const signer = { publicKey, curveType: 'API_KEY_CURVE_SECP256K1', sign } as const;
    const answer = await send(whoami, body, 'SIGNATURE_SCHEME_TK_API_SECP256K1', signer);
    expect(await codeOf(answer)).toBe('PUBLIC_KEY_NOT_FOUND');
  });

  test('keys are shown by their curve, and what is no point of it is refused', async () => {
    const ada = await made(signers.SIGNATURE_SCHEME_TK_API_ED25519);
    const { organizationId, userId } = ada;
    const { apiKeys } = await ask<{ apiKeys: { credential: { type: string } }[] }>(service, ada.key, getApiKeys, {
      organizationId,
    });
    expect(apiKeys.map(({ credential }) => credential.type)).toEqual(
      expect.arrayContaining(['CREDENTIAL_TYPE_API_KEY_P256', 'CREDENTIAL_TYPE_API_KEY_ED25519']),
    );
    const wrong = [
      ['API_KEY_CURVE_SECP256K1', signers.SIGNATURE_SCHEME_TK_API_ED25519.publicKey],
      ['API_KEY_CURVE_SECP256K1', `02${'f'.repeat(64)}`],
      ['API_KEY_CURVE_ED25519', onSecp256k1.publicKey],
      ['API_KEY_CURVE_ED25519', `01${'0'.repeat(62)}`],
      ['API_KEY_CURVE_P256', signers.SIGNATURE_SCHEME_TK_API_ED25519.publicKey],
    ] as const;
    for (const [curveType, publicKey] of wrong) {
      const keys = [{ apiKeyName: 'Wrong', publicKey, curveType }];
      await refusedAs('PUBLIC_KEY_INVALID', service, ada, createApiKeys, { userId, apiKeys: keys });
    }
  });
});
