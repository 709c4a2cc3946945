import fc from 'fast-check';
import nacl from 'tweetnacl';
import { type Hex, hashMessage, recoverMessageAddress, recoverAddress as viemRecoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { eip191 } from '../../src/crypto/eip191.js';
import { ethereumAddress, recoverAddress, verifyEthereumMessage } from '../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { nodePrimitives } from '../../src/service/nodePrimitives.js';
import type { Primitives } from '../../src/service/primitives.js';
import { signPayload } from '../../src/service/vault/sign.js';
import { always, bytes, privateKey, text } from './random.js';

let primitives: Primitives;
beforeAll(async () => {
  primitives = await nodePrimitives();
});

const messages = fc.tuple(privateKey, text);
const addressOf = (key: Uint8Array) => privateKeyToAccount(`0x${toHex(new Uint8Array(key))}`).address;

/** 65 bytes, as Ethereum has them: v is 27 or 28. */
const joined = ({ r, s, v }: { r: string; s: string; v: string }): Hex => `0x${r}${s}${v === '01' ? '1c' : '1b'}`;

test('viem recovers who signed a message with a key of the vault', () =>
  always(messages, async ([secretKey, message]) => {
    const payload = { payload: toHex(eip191(message)), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' } as const;
    const signer = { curve: 'CURVE_SECP256K1', secretKey } as const;
    const signed = await signPayload(primitives, signer, { ...payload, hashFunction: 'HASH_FUNCTION_KECCAK256' });
    expect(await recoverMessageAddress({ message, signature: joined(signed) })).toBe(addressOf(secretKey));
  }));

test('viem recovers who signed a digest with a key of the vault, and signs it the same', () =>
  always(fc.tuple(privateKey, fc.uint8Array({ minLength: 32, maxLength: 32 })), async ([secretKey, digest]) => {
    const hash: Hex = `0x${toHex(new Uint8Array(digest))}`;
    const signer = { curve: 'CURVE_SECP256K1', secretKey } as const;
    const payload = { payload: hash, encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' } as const;
    const signed = await signPayload(primitives, signer, { ...payload, hashFunction: 'HASH_FUNCTION_NO_OP' });
    expect(await viemRecoverAddress({ hash, signature: joined(signed) })).toBe(addressOf(secretKey));
    expect(joined(signed)).toBe(await privateKeyToAccount(`0x${toHex(secretKey)}`).sign({ hash }));
  }));

test('we recover who signed a message with viem', () =>
  always(messages, async ([secretKey, message]) => {
    const account = privateKeyToAccount(`0x${toHex(secretKey)}`);
    const signature = await account.signMessage({ message });
    expect(await recoverAddress({ message, signature })).toBe(account.address);
  }));

test('we recover who signed a digest with viem, and take its signature for no other message', async () => {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const message = 'Hällo 👋';
  const signature = await account.signMessage({ message });
  expect(await recoverAddress({ digest: fromHex(hashMessage(message).slice(2)), signature })).toBe(account.address);
  expect(await verifyEthereumMessage({ address: account.address, message, signature })).toBe(true);
  expect(await verifyEthereumMessage({ address: account.address, message: `${message} `, signature })).toBe(false);
});

test('viem writes the address of a public key as we do', () =>
  always(privateKey, async (secretKey) => {
    expect(await ethereumAddress(await primitives.secp256k1.publicKey(secretKey))).toBe(addressOf(secretKey));
  }));

test('tweetnacl verifies what the vault signs on Ed25519', () =>
  always(fc.tuple(privateKey, bytes(300)), async ([secretKey, message]) => {
    const publicKey = await primitives.ed25519.publicKey(secretKey);
    const signer = { curve: 'CURVE_ED25519', secretKey } as const;
    const payload = { payload: toHex(message), encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' } as const;
    const { r, s } = await signPayload(primitives, signer, {
      ...payload,
      hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
    });
    expect(nacl.sign.detached.verify(message, fromHex(r + s), publicKey)).toBe(true);
  }));
