import { describe, expect, test } from 'vitest';
import type { TransactionType } from '../../../../src/contract/signing.js';
import type { Bytes } from '../../../../src/crypto/bytes.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { bitcoinPayment } from '../../../../src/service/vault/addresses/bitcoin.js';
import { messageReader } from '../../../../src/service/vault/transactions/protobuf.js';
import { readTransaction } from '../../../../src/service/vault/transactions/transaction.js';
import { ofEcdsa, ofEdwards } from '../../../support/hostile/signers.js';
import {
  hostileEthereum,
  hostilePsbts,
  hostileSolana,
  hostileTron,
  mostBytes,
  psbtOf,
  solanaMessageOf,
} from '../../../support/hostile/transactions.js';

const script = new Uint8Array((await bitcoinPayment(ofEcdsa.publicKey, 'P2WPKH', 'MAINNET')).script);

/** `read`, or the code of the refusal. */
async function outcomeOf(type: TransactionType, bytes: Bytes): Promise<string> {
  expect(bytes.length).toBeLessThanOrEqual(mostBytes + 64);
  const signer = type === 'TRANSACTION_TYPE_SOLANA' ? ofEdwards : ofEcdsa;
  try {
    await readTransaction(type, toHex(bytes), signer);
    return 'read';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

// What copied or compared per field took minutes: the time-out of a test is the clock.
describe('A-62: the largest transactions are read or refused, whatever they consist of', () => {
  test.each(hostileTron)('of TRON: $what', async ({ what, bytes }) => {
    const isRead = ['a permission of many keys', 'many empty permissions'].includes(what);
    expect(await outcomeOf('TRANSACTION_TYPE_TRON', bytes)).toBe(isRead ? 'read' : 'TRANSACTION_MALFORMED');
  });

  test('64 KiB of fields of two bytes are kept in their order', () => {
    const read = messageReader(new Uint8Array(mostBytes).map((_, at) => (at % 2 === 0 ? 0x5a : 0)));
    expect(read.list(11)).toHaveLength(mostBytes / 2);
    expect(() => read.bytes(11)).toThrow();
  });

  test.each(hostileSolana(ofEdwards.publicKey))('of Solana: $what', async ({ what, bytes }) => {
    const isRead =
      what.startsWith('4,000') || ['instructions of many accounts', 'tables alone', 'keys alone'].includes(what);
    expect(await outcomeOf('TRANSACTION_TYPE_SOLANA', bytes)).toBe(isRead ? 'read' : 'TRANSACTION_MALFORMED');
  });

  test.each(hostileEthereum)('of Ethereum: $what', async ({ what, bytes }) => {
    const isRead = ['data of 64 KiB', 'an access list of many slots'].includes(what);
    expect(await outcomeOf('TRANSACTION_TYPE_ETHEREUM', bytes)).toBe(isRead ? 'read' : 'TRANSACTION_MALFORMED');
  });

  test.each(hostilePsbts(script))('of Bitcoin: $what', async ({ what, bytes }) => {
    const isMalformed = ['5,000 outputs', '6,400 outputs', 'many unknown fields'].includes(what);
    expect(await outcomeOf('TRANSACTION_TYPE_BITCOIN', bytes)).toBe(isMalformed ? 'TRANSACTION_MALFORMED' : 'read');
  });
});

test('A-65: as many outputs as pay to an address fit, and each is read as it is', async () => {
  const { facts } = await readTransaction('TRANSACTION_TYPE_BITCOIN', toHex(psbtOf(script, 2_000, script)), ofEcdsa);
  if (!('bitcoin' in facts)) throw new Error('These are no facts of Bitcoin.');
  const { outputs } = facts.bitcoin.tx;
  const [first] = outputs;
  expect(outputs).toEqual(Array.from({ length: 2_000 }, () => first));
  expect(first).toMatchObject({ value: 1n, script_pubkey: toHex(script), address_type: 'p2wpkh' });
});

test('A-62: what an instruction names of the tables is found by the account, in the order of the tables', async () => {
  const table = (index: number, writable: readonly number[], readonly: readonly number[]) =>
    Uint8Array.of(...new Uint8Array(32).fill(index), writable.length, ...writable, readonly.length, ...readonly);
  // Two keys, then 2 and 3 of the first table, 4 of the second; not to be written: 5 of the first, 6 and 7 of the second.
  const lookups = [table(1, [30, 31], [32]), table(2, [40], [41, 42])];
  const message = solanaMessageOf(
    ofEdwards.publicKey,
    1,
    [
      [1, 5, 7, 2, 4, 7, 0, 0],
      [1, 1, 5, 0],
      [1, 0, 0],
    ],
    lookups,
  );
  const { facts } = await readTransaction('TRANSACTION_TYPE_SOLANA', toHex(message), ofEdwards);
  if (!('solana' in facts)) throw new Error('These are no facts of Solana.');
  const { instructions, address_table_lookups: all } = facts.solana.tx;
  const [one, two] = all.map(({ address_table_key }) => address_table_key);
  expect(instructions.map((instruction) => instruction.address_table_lookups)).toEqual([
    [
      { address_table_key: one, writable_indexes: [30n], readonly_indexes: [] },
      { address_table_key: two, writable_indexes: [40n], readonly_indexes: [42n] },
    ],
    [{ address_table_key: one, writable_indexes: [], readonly_indexes: [32n] }],
    [],
  ]);
});
