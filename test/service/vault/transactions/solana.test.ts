import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { fromBase58, toBase58 } from '../../../../src/crypto/base58.js';
import { type Bytes, concat } from '../../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { portablePrimitives } from '../../../../src/service/primitives.js';
import type { SolanaTransactionFacts } from '../../../../src/service/vault/transactions/solana.js';
import { readTransaction } from '../../../../src/service/vault/transactions/transaction.js';
import { type MessageParts, solanaMessage } from '../../../support/solanaMessage.js';

const secretKey = new Uint8Array(32).fill(8);
const publicKey = new Uint8Array(ed25519.getPublicKey(secretKey));
const own = toBase58(publicKey);
const signer = { curve: 'CURVE_ED25519', publicKey, addressFormat: 'ADDRESS_FORMAT_SOLANA' } as const;
const read = (bytes: Bytes, as: Parameters<typeof readTransaction>[2] = signer) =>
  readTransaction('TRANSACTION_TYPE_SOLANA', toHex(bytes), as);

async function factsOf(bytes: Bytes): Promise<SolanaTransactionFacts> {
  const { facts } = await read(bytes);
  if (!('solana' in facts)) throw new Error('These are no facts of Solana.');
  return facts.solana.tx;
}

const systemProgram = new Uint8Array(32);
const key = (fill: number) => new Uint8Array(32).fill(fill);
const u64 = (value: number) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);

const message = (parts: Omit<MessageParts, 'keys'> & { readonly keys?: readonly Bytes[] }) =>
  solanaMessage({ keys: [publicKey, key(7), systemProgram], ...parts });

const transfer = (amount: number) => concat(Uint8Array.of(2, 0, 0, 0), u64(amount));
const plain = message({ instructions: [{ program: 2, accounts: [0, 1], data: transfer(49) }] });

/** @see solana-labs/solana-web3.js, test/transaction.test.ts, "parse wire format and serialize" */
describe('the transfer that web3.js publishes', () => {
  const wire = Buffer.from(
    'AVuErQHaXv0SG0/PchunfxHKt8wMRfMZzqV0tkC5qO6owYxWU2v871AoWywGoFQr4z+q/7mE8lIufNl/kxj+nQ0BAAEDE5j2LG0aRXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8r9Q5/Mtmcn8onFxt47xKj+XdXXd3C8j/FcPu7csUrz/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAxJrndgN4IFTxep3s6kO0ROug7bEsbx0xxuDkqEvwUusBAgIAAQwCAAAAMQAAAAAAAAA=',
    'base64',
  );
  const signed = new Uint8Array(wire);

  test.each([
    ['from the transaction without its signature', concat(Uint8Array.of(1), new Uint8Array(64), signed.slice(65))],
    ['from its message alone', signed.slice(65)],
    ['again, signed already', signed],
  ])('is signed %s', async (_what, unsigned) => {
    const { sign } = await read(unsigned);
    expect(toHex(await sign(await portablePrimitives(), secretKey))).toBe(toHex(signed));
  });

  test('is read', async () => {
    expect(await factsOf(signed)).toMatchObject({
      account_keys: [own, 'J3dxNj7nDRRqRRXuEMynDG57DkZK4jYRuv3Garmb1i99', '1'.repeat(32)],
      program_keys: ['1'.repeat(32)],
      recent_blockhash: 'EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k',
      transfers: [{ from: own, to: 'J3dxNj7nDRRqRRXuEMynDG57DkZK4jYRuv3Garmb1i99', amount: 49n }],
      spl_transfers: [],
      address_table_lookups: [],
      instructions: [
        {
          program_key: '1'.repeat(32),
          accounts: [
            { account_key: own, signer: true, writable: true },
            { account_key: 'J3dxNj7nDRRqRRXuEMynDG57DkZK4jYRuv3Garmb1i99', signer: false, writable: true },
          ],
          instruction_data_hex: '020000003100000000000000',
        },
      ],
    });
  });
});

test('a transfer of tokens is read, plain, checked, and with a fee', async () => {
  const token = fromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
  const token2022 = fromBase58('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
  const facts = await factsOf(
    message({
      header: [1, 0, 2],
      keys: [publicKey, key(3), key(4), key(5), token, token2022],
      instructions: [
        { program: 4, accounts: [1, 2, 0], data: concat(Uint8Array.of(3), u64(10)) },
        { program: 4, accounts: [1, 3, 2, 0, 3], data: concat(Uint8Array.of(12), u64(11), Uint8Array.of(6)) },
        { program: 5, accounts: [1, 3, 2, 0], data: concat(Uint8Array.of(26, 1), u64(12), Uint8Array.of(6), u64(1)) },
      ],
    }),
  );
  const [from, to, mint] = [key(3), key(4), key(5)].map(toBase58);
  expect(facts.spl_transfers).toEqual([
    { from, to, owner: own, signers: [], amount: 10n },
    { from, to, owner: own, signers: [mint], amount: 11n, token_mint: mint },
    { from, to, owner: own, signers: [], amount: 12n, token_mint: mint },
  ]);
  expect(facts.program_keys).toHaveLength(2);
});

test('a transfer with a seed is a transfer too', async () => {
  const data = concat(Uint8Array.of(11, 0, 0, 0), u64(5), u64(1), Uint8Array.of(97), key(6));
  const facts = await factsOf(
    message({
      keys: [publicKey, key(7), key(5), systemProgram],
      instructions: [{ program: 3, accounts: [1, 0, 2], data }],
    }),
  );
  expect(facts.transfers).toEqual([{ from: toBase58(key(7)), to: toBase58(key(5)), amount: 5n }]);
});

test('accounts of a look-up table are named as such, and only where an instruction names them', async () => {
  const lookups = [
    { table: key(20), writable: [3], readonly: [1, 2] },
    { table: key(21), writable: [], readonly: [9] },
  ];
  const facts = await factsOf(
    message({ lookups, instructions: [{ program: 2, accounts: [0, 3, 5], data: transfer(1) }] }),
  );
  const [first, second] = lookups.map(({ table }) => toBase58(table));
  expect(facts.address_table_lookups).toEqual([
    { address_table_key: first, writable_indexes: [3n], readonly_indexes: [1n, 2n] },
    { address_table_key: second, writable_indexes: [], readonly_indexes: [9n] },
  ]);
  expect(facts.transfers).toEqual([{ from: own, to: 'ADDRESS_TABLE_LOOKUP', amount: 1n }]);
  expect(facts.instructions[0]?.accounts).toEqual([
    { account_key: own, signer: true, writable: true },
    { account_key: 'ADDRESS_TABLE_LOOKUP', signer: false, writable: true },
    { account_key: 'ADDRESS_TABLE_LOOKUP', signer: false, writable: false },
  ]);
  expect(facts.instructions[0]?.address_table_lookups).toEqual([
    { address_table_key: first, writable_indexes: [3n], readonly_indexes: [2n] },
  ]);
});

test('one of several signs in its own place, and the signature of another stays', async () => {
  const theirs = new Uint8Array(64).fill(5);
  const bytes = message({ header: [2, 0, 1], keys: [key(3), publicKey, systemProgram] });
  const { sign } = await read(concat(Uint8Array.of(2), theirs, new Uint8Array(64), bytes));
  const signed = await sign(await portablePrimitives(), secretKey);
  expect(signed.subarray(1, 65)).toEqual(theirs);
  expect(ed25519.verify(signed.subarray(65, 129), bytes, publicKey)).toBe(true);
});

describe('what is no transaction is refused by code', () => {
  test.each<[string, Bytes]>([
    ['nothing', new Uint8Array()],
    ['cut off', plain.slice(0, -1)],
    ['something behind it', concat(plain, Uint8Array.of(0))],
    ['no signer', message({ header: [0, 0, 1] })],
    ['no signer who may write', message({ header: [1, 1, 1] })],
    ['more read-only keys than keys', message({ header: [1, 0, 3] })],
    ['a key twice', message({ keys: [publicKey, publicKey, systemProgram] })],
    ['a program that pays', message({ instructions: [{ program: 0, accounts: [], data: transfer(1) }] })],
    ['a program that is not there', message({ instructions: [{ program: 3, accounts: [], data: transfer(1) }] })],
    ['an account that is not there', message({ instructions: [{ program: 2, accounts: [3], data: transfer(1) }] })],
    [
      'a program of a look-up table',
      message({
        instructions: [{ program: 3, accounts: [], data: transfer(1) }],
        lookups: [{ table: key(20), writable: [1], readonly: [] }],
      }),
    ],
    ['version 1', concat(Uint8Array.of(0x81), plain)],
    ['a length in more bytes than it needs', concat(plain.slice(0, 3), Uint8Array.of(0x83, 0), plain.slice(4))],
  ])('%s', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });

  test('a transaction that another signs', async () => {
    const other = { ...signer, publicKey: key(7) };
    await expect(read(plain, other)).rejects.toMatchObject({ code: 'TRANSACTION_SIGNER_MISMATCH' });
    const secp256k1 = { ...signer, curve: 'CURVE_SECP256K1' } as const;
    await expect(read(plain, secp256k1)).rejects.toMatchObject({ code: 'TRANSACTION_SIGNER_MISMATCH' });
  });

  test('no bytes at random make the reader fail otherwise', async () => {
    for (let round = 0; round < 500; round++) {
      const bytes = plain.slice();
      for (let change = 0; change < 3; change++) {
        bytes[(round * 31 + change * 17) % bytes.length] = (round * 7 + change * 101) % 256;
      }
      await read(bytes).catch((error: { code?: string }) => expect(error.code).toMatch(/^TRANSACTION_/));
    }
  });
});

test('hex of a message is read with 0x too', async () => {
  const { facts } = await readTransaction('TRANSACTION_TYPE_SOLANA', `0x${toHex(plain)}`, signer);
  expect(facts).toEqual((await read(fromHex(toHex(plain)))).facts);
});
