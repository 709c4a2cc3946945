import { describe, expect, test } from 'vitest';
import { toBase58Check } from '../../../../src/crypto/base58.js';
import { type Bytes, concat, utf8 } from '../../../../src/crypto/bytes.js';
import { sha256 } from '../../../../src/crypto/digest.js';
import { recoverAddress } from '../../../../src/crypto/ethereum.js';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import { writeBytes } from '../../../../src/service/vault/transactions/protobuf.js';
import { readTransaction } from '../../../../src/service/vault/transactions/transaction.js';
import type { TronTransactionFacts } from '../../../../src/service/vault/transactions/tron.js';

const secretKey = fromHex('11'.repeat(32));
const signer = async () => ({
  curve: 'CURVE_SECP256K1' as const,
  publicKey: await (await nodePrimitives()).secp256k1.publicKey(secretKey),
  addressFormat: 'ADDRESS_FORMAT_TRON' as const,
});
const read = async (text: string) => readTransaction('TRANSACTION_TYPE_TRON', text, await signer());

async function factsOf(text: string): Promise<TronTransactionFacts> {
  const { facts } = await read(text);
  if (!('tron' in facts)) throw new Error('These are no facts of Tron.');
  return facts.tron.tx;
}

/** A transfer on the network Nile, as a node writes it. @see Dfns documentation, "Tron: Generate Signature" */
const transfer =
  '0a83010a0228222208b142ad939b228d784090a7eaa9cf315a65080112610a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412300a15419d31b91d72b58d7c8c02a7124410e168989f372d12154102a69d5d85c05864dc6fd74f57db3fa37aff7b94180170b0d2e6a9cf31';
/** `raw_data` of it: a whole transaction has three bytes before. */
const raw = transfer.slice(6);

const owner = fromHex('419d31b91d72b58d7c8c02a7124410e168989f372d');
const other = fromHex('4102a69d5d85c05864dc6fd74f57db3fa37aff7b94');

const number = (field: number, value: number) => Uint8Array.of(field << 3, value);
const contractOf = (kind: number, name: string, value: Bytes) =>
  concat(
    number(1, kind),
    writeBytes(2, concat(writeBytes(1, utf8(`type.googleapis.com/protocol.${name}`)), writeBytes(2, value))),
  );
const rawOf = (...contracts: readonly Bytes[]) =>
  toHex(concat(writeBytes(1, Uint8Array.of(1, 2)), ...contracts.map((contract) => writeBytes(11, contract))));

test('a transfer that a node wrote is read', async () => {
  expect(await factsOf(raw)).toEqual({
    ref_block_bytes: '2822',
    ref_block_hash: 'b142ad939b228d78',
    expiration: 1704921306000n,
    timestamp: 1704921246000n,
    data: '',
    fee_limit: 0n,
    contract: [
      {
        type: 'TransferContract',
        permission_id: 0n,
        owner_address: await toBase58Check(owner),
        to_address: await toBase58Check(other),
        amount: 1n,
      },
    ],
  });
});

test('what comes back is the whole transaction, whose signature another finds the key by', async () => {
  const { sign } = await read(`0x${raw.toUpperCase()}`);
  const signed = toHex(await sign(await nodePrimitives(), secretKey));
  expect(signed.startsWith(transfer)).toBe(true);
  const signature = signed.slice(transfer.length);
  expect(signature).toMatch(/^1241[\da-f]{128}1[bc]$/);
  const digest = await sha256(fromHex(raw));
  // The address of Ethereum is the same 20 bytes.
  expect(await recoverAddress({ digest, signature: signature.slice(4) })).toBe(
    '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  );
});

test('a call of a contract is read', async () => {
  const value = concat(writeBytes(1, owner), writeBytes(2, other), number(3, 5), writeBytes(4, fromHex('a9059cbb')));
  expect((await factsOf(rawOf(contractOf(31, 'TriggerSmartContract', value)))).contract[0]).toEqual({
    type: 'TriggerSmartContract',
    permission_id: 0n,
    owner_address: await toBase58Check(owner),
    contract_address: await toBase58Check(other),
    call_value: 5n,
    data: 'a9059cbb',
    call_token_value: 0n,
    token_id: 0n,
  });
});

test('resources that are delegated, and permissions, are read', async () => {
  const delegated = concat(
    ...[writeBytes(1, owner), number(2, 1), number(3, 9), writeBytes(4, other), number(5, 1), number(6, 7)],
  );
  expect((await factsOf(rawOf(contractOf(57, 'DelegateResourceContract', delegated)))).contract[0]).toMatchObject({
    resource: 'ENERGY',
    balance: 9n,
    receiver_address: await toBase58Check(other),
    lock: true,
    lock_period: 7n,
  });
  const permission = concat(
    number(1, 2),
    ...[number(2, 2), writeBytes(3, utf8('active')), number(4, 1), writeBytes(6, fromHex('7fff'))],
    writeBytes(7, concat(writeBytes(1, other), number(2, 1))),
  );
  const update = concat(writeBytes(1, owner), writeBytes(4, permission));
  expect((await factsOf(rawOf(contractOf(46, 'AccountPermissionUpdateContract', update)))).contract[0]).toMatchObject({
    actives: [
      {
        type: 'Active',
        id: 2n,
        permission_name: 'active',
        threshold: 1n,
        parent_id: 0n,
        operations: '7fff',
        keys: [{ address: await toBase58Check(other), weight: 1n }],
      },
    ],
  });
});

describe('what cannot be read whole is refused by code', () => {
  const contract = contractOf(13, 'WithdrawBalanceContract', writeBytes(1, owner));

  test.each([
    ['TRANSACTION_MALFORMED', 'nothing', ''],
    ['TRANSACTION_MALFORMED', 'no contract', rawOf()],
    ['TRANSACTION_MALFORMED', 'two contracts', rawOf(contract, contract)],
    ['TRANSACTION_MALFORMED', 'cut off', raw.slice(0, -2)],
    ['TRANSACTION_MALFORMED', 'an unknown field', toHex(concat(fromHex(rawOf(contract)), writeBytes(12, owner)))],
    ['TRANSACTION_MALFORMED', 'fields out of order', toHex(concat(fromHex(rawOf(contract)), number(8, 1)))],
    ['TRANSACTION_MALFORMED', 'a number in more bytes than it needs', `${rawOf(contract)}7081 00`.replace(' ', '')],
    [
      'TRANSACTION_MALFORMED',
      'a contract under another name',
      rawOf(contractOf(13, 'TransferContract', writeBytes(1, owner))),
    ],
    [
      'TRANSACTION_MALFORMED',
      'an address of 20 bytes',
      rawOf(contractOf(13, 'WithdrawBalanceContract', writeBytes(1, owner.slice(1)))),
    ],
    [
      'TRANSACTION_MALFORMED',
      'an unknown member of a contract',
      rawOf(contractOf(13, 'WithdrawBalanceContract', concat(writeBytes(1, owner), number(2, 1)))),
    ],
    [
      'TRANSACTION_TYPE_NOT_SUPPORTED',
      'a contract that no policy could read',
      rawOf(contractOf(30, 'CreateSmartContract', writeBytes(1, owner))),
    ],
  ])('%s: %s', async (code, _what, text) => {
    await expect(read(text)).rejects.toMatchObject({ code });
  });
});
