import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefusalCode } from '../../../../src/contract/refusals.js';
import type { RequestOf } from '../../../../src/contract/row.js';
import { signRawPayload, signRawPayloads } from '../../../../src/contract/signing.js';
import { listWalletAccounts } from '../../../../src/contract/wallets.queries.js';
import { fromBase58 } from '../../../../src/crypto/base58.js';
import { concat, utf8 } from '../../../../src/crypto/bytes.js';
import { eip191 } from '../../../../src/crypto/eip191.js';
import { verifyEthereumMessage } from '../../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { done, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { ask, wallet } from '../../../support/wire.js';

type Sign = RequestOf<typeof signRawPayload>;
const HEX = 'PAYLOAD_ENCODING_HEXADECIMAL';
const TEXT = 'PAYLOAD_ENCODING_TEXT_UTF8';

let service: TestService;
let ada: Party;
let ethereum: string;
let solana: string;
let onP256: string;
let secp256k1Key: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  service = await createTestService();
  const p256Account = {
    curve: 'CURVE_P256',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: 'm/0',
    addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
  };
  const made = await makeSubOrganization(service, {
    wallet: { ...wallet, accounts: [...wallet.accounts, p256Account] } as never,
  });
  [ada] = made.users;
  [ethereum = '', solana = '', onP256 = ''] = made.wallet.addresses;
  const { accounts } = await ask<{ accounts: { address: string; publicKey: string }[] }>(
    service,
    ada.key,
    listWalletAccounts,
    { organizationId: ada.organizationId },
  );
  secp256k1Key = fromHex(accounts.find(({ address }) => address === ethereum)?.publicKey ?? '');
});
afterAll(() => service.close());

const sign = (changes: Partial<Sign>) =>
  done(service, ada, signRawPayload, {
    signWith: ethereum,
    payload: 'hello, wörld 👩‍🚀',
    encoding: TEXT,
    hashFunction: 'HASH_FUNCTION_SHA256',
    ...changes,
  });
const raw = ({ r, s }: { r: string; s: string }) => fromHex(r + s);
const strict = { prehash: false, lowS: true };
const text = 'hello, wörld 👩‍🚀';
const digest = new Uint8Array(sha256(utf8(text)));

test('large typed data, which are hashed before the transaction, have the signature that small ones would have', async () => {
  const types = { EIP712Domain: [{ name: 'name', type: 'string' }], Note: [{ name: 'text', type: 'string' }] };
  for (const length of [10, 4_000, 60_000]) {
    const message = { text: 'a'.repeat(length) };
    const payload = JSON.stringify({ types, primaryType: 'Note', domain: { name: 'Acme' }, message });
    const typed = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' } as const;
    const one = await sign({ payload, ...typed });
    const { signatures } = await done(service, ada, signRawPayloads, {
      signWith: ethereum,
      payloads: [payload],
      ...typed,
    });
    expect([one]).toEqual(signatures);
    const hashOf = (words: string) => keccak_256(utf8(words));
    const structHash = (type: string, text: string) => keccak_256(concat(hashOf(type), hashOf(text)));
    const signed = keccak_256(
      concat(
        fromHex('1901'),
        structHash('EIP712Domain(string name)', 'Acme'),
        structHash('Note(string text)', message.text),
      ),
    );
    expect(secp256k1.verify(raw(one), signed, secp256k1Key, strict)).toBe(true);
  }
});

describe('ECDSA', () => {
  test.each<[string, Partial<Sign>, Uint8Array<ArrayBuffer>]>([
    ['text, SHA-256', {}, digest],
    ['text, Keccak-256', { hashFunction: 'HASH_FUNCTION_KECCAK256' }, keccak_256(utf8(text))],
    ['hex, SHA-256', { payload: 'deadbeef', encoding: HEX }, sha256(fromHex('deadbeef'))],
    ['hex with 0x and capitals', { payload: '0xDEADBEEF', encoding: HEX }, sha256(fromHex('deadbeef'))],
    ['an empty payload', { payload: '', encoding: HEX }, sha256(new Uint8Array())],
    ['a digest as it is', { payload: toHex(digest), encoding: HEX, hashFunction: 'HASH_FUNCTION_NO_OP' }, digest],
  ])('%s verifies on secp256k1 and on P-256, with the lower s', async (_what, changes, signed) => {
    const onK1 = await sign(changes);
    expect(secp256k1.verify(raw(onK1), signed, secp256k1Key, strict)).toBe(true);
    expect(onK1.v).toMatch(/^0[01]$/);
    const recovered = secp256k1.Signature.fromBytes(raw(onK1)).addRecoveryBit(Number(onK1.v)).recoverPublicKey(signed);
    expect(toHex(new Uint8Array(recovered.toBytes(true)))).toBe(toHex(secp256k1Key));
    const onR1 = await sign({ ...changes, signWith: onP256 });
    expect(p256.verify(raw(onR1), signed, fromHex(onP256), strict)).toBe(true);
  });

  test('the same payload is signed the same', async () => {
    expect(await sign({})).toEqual(await sign({}));
  });

  test('a message in the Ethereum way is recovered to its address', async () => {
    const { r, s, v } = await sign({
      payload: toHex(eip191(text)),
      encoding: HEX,
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    });
    const signature = `0x${r}${s}${(27 + Number(v)).toString(16)}`;
    expect(await verifyEthereumMessage({ address: ethereum, message: text, signature })).toBe(true);
  });
});

describe('Ed25519', () => {
  test.each<[string, Partial<Sign>, Uint8Array<ArrayBuffer>]>([
    ['text', {}, utf8(text)],
    ['hex', { payload: '00ff', encoding: HEX }, fromHex('00ff')],
    ['an empty payload', { payload: '', encoding: HEX }, new Uint8Array()],
  ])('%s is signed itself, not its hash', async (_what, changes, message) => {
    const signature = await sign({ ...changes, signWith: solana, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' });
    expect(ed25519.verify(raw(signature), message, fromBase58(solana))).toBe(true);
    expect(signature.v).toBe('00');
  });
});

test('an Ethereum address is found in any case', async () => {
  const [asStored, lower, upper] = await Promise.all(
    [ethereum, ethereum.toLowerCase(), `0x${ethereum.slice(2).toUpperCase()}`].map((signWith) => sign({ signWith })),
  );
  expect(lower).toEqual(asStored);
  expect(upper).toEqual(asStored);
});

describe('what cannot be signed is refused by code', () => {
  const digestHex = toHex(digest);
  test.each<[RefusalCode, string, Partial<Sign> & { with?: 'solana' }]>([
    ['SIGNER_NOT_FOUND', 'an unknown address', { signWith: `0x${'0'.repeat(40)}` }],
    ['SIGNER_NOT_FOUND', 'a Solana address in another spelling', { signWith: 'lower' }],
    [
      'DIGEST_LENGTH',
      'a digest of 31 bytes',
      { payload: digestHex.slice(2), encoding: HEX, hashFunction: 'HASH_FUNCTION_NO_OP' },
    ],
    [
      'DIGEST_LENGTH',
      'a digest of 33 bytes',
      { payload: `${digestHex}00`, encoding: HEX, hashFunction: 'HASH_FUNCTION_NO_OP' },
    ],
    ['DIGEST_LENGTH', 'a digest as text', { payload: digestHex, hashFunction: 'HASH_FUNCTION_NO_OP' }],
    ['PAYLOAD_MALFORMED', 'half a byte', { payload: 'abc', encoding: HEX }],
    ['PAYLOAD_MALFORMED', 'no hex', { payload: 'zz', encoding: HEX }],
    ['PAYLOAD_MALFORMED', '0x twice', { payload: '0x0xab', encoding: HEX }],
    ['HASH_FUNCTION_MISMATCH', 'ECDSA without a hash', { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }],
    ['HASH_FUNCTION_MISMATCH', 'Ed25519 with SHA-256', { with: 'solana' }],
    [
      'HASH_FUNCTION_MISMATCH',
      'Ed25519 with NO_OP',
      { with: 'solana', payload: digestHex, encoding: HEX, hashFunction: 'HASH_FUNCTION_NO_OP' },
    ],
    [
      'PAYLOAD_MALFORMED',
      'JSON that is no typed data',
      { payload: '{}', encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' },
    ],
    [
      'PAYLOAD_MALFORMED',
      'JSON that is no authorization',
      { payload: '{}', encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', hashFunction: 'HASH_FUNCTION_NO_OP' },
    ],
    [
      'ENCODING_NOT_SUPPORTED',
      'an authorization by a key that is not on secp256k1',
      {
        with: 'solana',
        payload: JSON.stringify({ address: `0x${'ab'.repeat(20)}`, chainId: 1, nonce: 0 }),
        encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
    ],
    ['REQUEST_INVALID', 'an unknown encoding', { encoding: 'PAYLOAD_ENCODING_ROT13' as never }],
    ['REQUEST_INVALID', 'an unknown hash', { hashFunction: 'HASH_FUNCTION_MD5' as never }],
    ['REQUEST_INVALID', 'no signer', { signWith: '' }],
  ])('%s: %s', async (code, _what, { with: signer, ...changes }) => {
    const signWith = signer
      ? solana
      : changes.signWith === 'lower'
        ? solana.toLowerCase()
        : (changes.signWith ?? ethereum);
    const parameters = { payload: text, encoding: TEXT, hashFunction: 'HASH_FUNCTION_SHA256', ...changes, signWith };
    await refusedAs(code, service, ada, signRawPayload, parameters);
  });

  test('a lone surrogate is refused before it could be signed as another text', async () => {
    await refusedAs('REQUEST_MALFORMED', service, ada, signRawPayload, {
      signWith: ethereum,
      payload: '\ud800',
      encoding: TEXT,
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
  });
});
