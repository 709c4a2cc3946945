import { createHash, randomBytes } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../src/crypto/bytes.js';
import { ethereumAddress, recoverAddress } from '../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { portableP256, portablePrimitives } from '../../../src/service/primitives.js';
import type { Payload } from '../../../src/service/vault/payload.js';
import { signPayload } from '../../../src/service/vault/sign.js';
import { sharedJson, testShared } from '../../support/publishedVectors.js';

const secretKey = fromHex('11'.repeat(32));
const secp256k1 = { curve: 'CURVE_SECP256K1', secretKey } as const;
const p256 = { curve: 'CURVE_P256', secretKey } as const;
const ed25519 = { curve: 'CURVE_ED25519', secretKey } as const;

const hex = (payload: string, hashFunction: Payload['hashFunction']): Payload => ({
  payload,
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction,
});
const text = (payload: string, hashFunction: Payload['hashFunction']): Payload => ({
  payload,
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction,
});

const typedData = (): Payload => ({
  payload: JSON.stringify({
    domain: { name: 'A' },
    types: { T: [{ name: 'a', type: 'bool' }] },
    primaryType: 'T',
    message: { a: true },
  }),
  encoding: 'PAYLOAD_ENCODING_EIP712',
  hashFunction: 'HASH_FUNCTION_NO_OP',
});
const authorization = (): Payload => ({
  payload: JSON.stringify({ address: `0x${'ab'.repeat(20)}`, chainId: 1, nonce: 0 }),
  encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
  hashFunction: 'HASH_FUNCTION_NO_OP',
});

type Secp256k1Vectors = { valid: { d: string; m: string; signature: string }[] };
const secp256k1Vectors = sharedJson<Secp256k1Vectors>('vectors/rfc6979/secp256k1_ecdsa.json');

for (const [name, make] of Object.entries({ node: nodePrimitives, portable: portablePrimitives })) {
  testShared(secp256k1Vectors, `the known secp256k1 signatures, by the ${name} primitives`, async ({ valid }) => {
    const primitives = await make();
    expect(valid).toHaveLength(2019);
    for (const { d, m, signature } of valid) {
      const signer = { curve: 'CURVE_SECP256K1', secretKey: fromHex(d) } as const;
      const { r, s } = await signPayload(primitives, signer, hex(m, 'HASH_FUNCTION_NO_OP'));
      expect(r + s).toBe(signature);
    }
  });
}

type P256Vectors = { d: string; cases: { message: string; r: string; s: string }[] };

testShared(
  sharedJson<P256Vectors>('vectors/rfc6979/p256_sha256_rfc6979_A.2.5.json'),
  'the P-256 signatures of RFC 6979, with the lower s',
  async ({ d, cases }) => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const signer = { curve: 'CURVE_P256', secretKey: fromHex(d) } as const;
    for (const { message, r, s } of cases) {
      const given = BigInt(`0x${s}`);
      const lower = given > order / 2n ? order - given : given;
      const signature = await signPayload(await portablePrimitives(), signer, text(message, 'HASH_FUNCTION_SHA256'));
      expect(signature.r).toBe(r.toLowerCase());
      expect(signature.s).toBe(lower.toString(16).padStart(64, '0'));
    }
  },
);

test.each(['node', 'portable'] as const)(
  'a payload has one signature, with the lower s, by the %s primitives, and another has another nonce',
  async (name) => {
    const primitives = await { node: nodePrimitives, portable: portablePrimitives }[name]();
    const halves = {
      secp256k1: 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n,
      p256: 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n,
    };
    for (const [curve, signer] of Object.entries({ secp256k1, p256 })) {
      const nonces = new Set<string>();
      for (let round = 0; round < 24; round++) {
        const payload = text(`payload ${round}`, 'HASH_FUNCTION_SHA256');
        const signature = await signPayload(primitives, signer, payload);
        expect(await signPayload(primitives, signer, payload)).toEqual(signature);
        expect(BigInt(`0x${signature.s}`) <= halves[curve as keyof typeof halves]).toBe(true);
        nonces.add(signature.r);
      }
      expect(nonces.size).toBe(24);
    }
  },
);

describe('what is signed', () => {
  const message = 'Grüße, 👋';
  const bytes = utf8(message);

  test('a text and its bytes in hex, with or without 0x, in any case, are the same payload', async () => {
    const primitives = await portablePrimitives();
    const digits = toHex(bytes);
    const [first, ...others] = await Promise.all(
      [
        text(message, 'HASH_FUNCTION_KECCAK256'),
        hex(digits, 'HASH_FUNCTION_KECCAK256'),
        hex(`0x${digits}`, 'HASH_FUNCTION_KECCAK256'),
        hex(`0X${digits.toUpperCase()}`, 'HASH_FUNCTION_KECCAK256'),
      ].map((payload) => signPayload(primitives, secp256k1, payload)),
    );
    expect(others).toEqual([first, first, first]);
  });

  test.each([
    ['HASH_FUNCTION_SHA256', createHash('sha256').update(bytes).digest('hex')],
    ['HASH_FUNCTION_KECCAK256', toHex(new Uint8Array(keccak_256(bytes)))],
  ] as const)('%s is the hash of the bytes, which NO_OP takes as it is', async (hashFunction, digest) => {
    const primitives = await portablePrimitives();
    for (const signer of [secp256k1, p256]) {
      const hashed = await signPayload(primitives, signer, text(message, hashFunction));
      expect(await signPayload(primitives, signer, hex(digest, 'HASH_FUNCTION_NO_OP'))).toEqual(hashed);
    }
  });

  test('an empty payload can be hashed and signed', async () => {
    const primitives = await portablePrimitives();
    const signature = await signPayload(primitives, secp256k1, hex('', 'HASH_FUNCTION_SHA256'));
    expect(signature).toEqual(await signPayload(primitives, secp256k1, text('', 'HASH_FUNCTION_SHA256')));
  });

  test('the secret key is not wiped: one key may sign many payloads', async () => {
    const lent = fromHex('22'.repeat(32));
    await signPayload(
      await nodePrimitives(),
      { ...ed25519, secretKey: lent },
      text('a', 'HASH_FUNCTION_NOT_APPLICABLE'),
    );
    await signPayload(await nodePrimitives(), { ...secp256k1, secretKey: lent }, text('a', 'HASH_FUNCTION_SHA256'));
    expect(toHex(lent)).toBe('22'.repeat(32));
  });
});

describe('what comes back', () => {
  test('on secp256k1, v recovers the key', async () => {
    const primitives = await nodePrimitives();
    const address = await ethereumAddress(await primitives.secp256k1.publicKey(secretKey));
    const seen = new Set<string>();
    for (let round = 0; round < 32; round++) {
      const digest = new Uint8Array(randomBytes(32));
      const { r, s, v } = await signPayload(primitives, secp256k1, hex(toHex(digest), 'HASH_FUNCTION_NO_OP'));
      expect(await recoverAddress({ digest, signature: `${r}${s}${v}` })).toBe(address);
      seen.add(v);
    }
    expect([...seen].sort()).toEqual(['00', '01']);
  });

  test('on P-256, v recovers the key, and the platform verifies r and s', async () => {
    const { p256: curve } = await import('@noble/curves/nist.js');
    const primitives = await nodePrimitives();
    const publicKey = await (await portableP256()).publicKey(secretKey);
    for (let round = 0; round < 16; round++) {
      const message = new Uint8Array(randomBytes(round));
      const { r, s, v } = await signPayload(primitives, p256, hex(toHex(message), 'HASH_FUNCTION_SHA256'));
      expect(await primitives.verifyP256(publicKey, fromHex(r + s), message)).toBe(true);
      const recovered = curve.recoverPublicKey(fromHex(v + r + s), message);
      expect(toHex(new Uint8Array(recovered))).toBe(toHex(publicKey));
    }
  });

  test('on Ed25519, r and s are the halves of a signature over the payload itself, and v is 00', async () => {
    const primitives = await nodePrimitives();
    const { ed25519: curve } = await import('@noble/curves/ed25519.js');
    const message = new Uint8Array(randomBytes(100));
    const { r, s, v } = await signPayload(primitives, ed25519, hex(toHex(message), 'HASH_FUNCTION_NOT_APPLICABLE'));
    expect(v).toBe('00');
    expect(curve.verify(fromHex(r + s), message, await primitives.ed25519.publicKey(secretKey))).toBe(true);
  });
});

/** @see BIP-341, wallet-test-vectors.json, keyPathSpending: the first input, whose script tree is empty */
test('a Taproot address signs by BIP-340 under the key that BIP-341 tweaks', async () => {
  const taproot = {
    curve: 'CURVE_SECP256K1',
    addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
    secretKey: fromHex('6b973d88838f27366ed61c9ad6367663045cb456e28335c109e30717ae0c6baa'),
  } as const;
  const digest = '2514a6272f85cfa0f45eb907fcb0d121b808ed37c6ea160a5a9046ed5526d555';
  const { r, s, v } = await signPayload(await portablePrimitives(), taproot, hex(digest, 'HASH_FUNCTION_NO_OP'));
  expect(r + s).toBe(
    'ed7c1647cb97379e76892be0cacff57ec4a7102aa24296ca39af7541246d8ff14d38958d4cc1e2e478e4d4a764bbfd835b16d4e314b72937b29833060b87276c',
  );
  expect(v).toBe('00');
});

/** @see EIP-7702: keccak256(0x05 ‖ rlp([chain_id, address, nonce])), as wallets of others sign it */
test('an authorization is signed so that its account is recovered', async () => {
  const { authorization: library } = await import('micro-eth-signer');
  const primitives = await portablePrimitives();
  const { r, s, v } = await signPayload(primitives, secp256k1, authorization());
  const item = { chainId: 1n, address: `0x${'ab'.repeat(20)}`, nonce: 0n };
  const signed = { ...item, r: BigInt(`0x${r}`), s: BigInt(`0x${s}`), yParity: Number(v) };
  expect(library.getAuthority(signed)).toBe(await ethereumAddress(await primitives.secp256k1.publicKey(secretKey)));
});

describe('what is refused', () => {
  test.each<[string, typeof secp256k1 | typeof p256 | typeof ed25519, Payload]>([
    ['PAYLOAD_MALFORMED', secp256k1, hex('0', 'HASH_FUNCTION_SHA256')],
    ['PAYLOAD_MALFORMED', secp256k1, hex('zz', 'HASH_FUNCTION_SHA256')],
    ['PAYLOAD_MALFORMED', secp256k1, hex(' 00', 'HASH_FUNCTION_SHA256')],
    ['PAYLOAD_MALFORMED', secp256k1, hex('0x0x00', 'HASH_FUNCTION_SHA256')],
    ['PAYLOAD_MALFORMED', ed25519, hex('0x0', 'HASH_FUNCTION_NOT_APPLICABLE')],
    ['PAYLOAD_MALFORMED', secp256k1, text('\ud800', 'HASH_FUNCTION_SHA256')],
    ['DIGEST_LENGTH', secp256k1, hex('00'.repeat(31), 'HASH_FUNCTION_NO_OP')],
    ['DIGEST_LENGTH', p256, hex('00'.repeat(33), 'HASH_FUNCTION_NO_OP')],
    ['DIGEST_LENGTH', secp256k1, text('', 'HASH_FUNCTION_NO_OP')],
    ['HASH_FUNCTION_MISMATCH', secp256k1, hex('00', 'HASH_FUNCTION_NOT_APPLICABLE')],
    ['HASH_FUNCTION_MISMATCH', p256, hex('00', 'HASH_FUNCTION_NOT_APPLICABLE')],
    ['HASH_FUNCTION_MISMATCH', ed25519, hex('00', 'HASH_FUNCTION_SHA256')],
    ['HASH_FUNCTION_MISMATCH', ed25519, hex('00', 'HASH_FUNCTION_KECCAK256')],
    ['HASH_FUNCTION_MISMATCH', ed25519, hex('00'.repeat(32), 'HASH_FUNCTION_NO_OP')],
    ['ENCODING_NOT_SUPPORTED', p256, typedData()],
    ['ENCODING_NOT_SUPPORTED', ed25519, { ...typedData(), hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }],
    ['HASH_FUNCTION_MISMATCH', secp256k1, { ...typedData(), hashFunction: 'HASH_FUNCTION_KECCAK256' }],
    ['HASH_FUNCTION_MISMATCH', secp256k1, { ...authorization(), hashFunction: 'HASH_FUNCTION_SHA256' }],
    ['PAYLOAD_MALFORMED', secp256k1, { ...typedData(), payload: '{}' }],
    ['PAYLOAD_MALFORMED', secp256k1, { ...authorization(), payload: '{}' }],
  ])('%s: %o %o', async (code, signer, payload) => {
    await expect(signPayload(await portablePrimitives(), signer, payload)).rejects.toMatchObject({ code });
  });
});
