import { Transaction } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import type { EthereumTransactionInPolicy, PolicyContext } from '../../../../src/service/coordinator/policy/context.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import { portablePrimitives } from '../../../../src/service/primitives.js';
import type { PayloadFacts } from '../../../../src/service/vault/payload.js';
import { readTransaction, type TransactionFacts } from '../../../../src/service/vault/transactions/transaction.js';
import { sharedJson, testShared } from '../../../support/publishedVectors.js';

const kinds = ['Legacy', 'Eip155', 'Berlin', 'London', 'Cancun'] as const;
type Vector = { name: string; privateKey: string } & Record<
  `${'unsigned' | 'signed'}${(typeof kinds)[number]}`,
  string
>;

const signerOf = async (secretKey: Uint8Array<ArrayBuffer>) => ({
  curve: 'CURVE_SECP256K1' as const,
  publicKey: await (await portablePrimitives()).secp256k1.publicKey(secretKey),
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
});
const ones = fromHex('11'.repeat(32));
const read = async (text: string, secretKey = ones) =>
  readTransaction('TRANSACTION_TYPE_ETHEREUM', text, await signerOf(secretKey));

/** What is read of transactions and payloads is what policies read. */
const asContext = (facts: TransactionFacts | PayloadFacts): PolicyContext => facts;

async function factsOf(text: string): Promise<EthereumTransactionInPolicy> {
  const { facts } = await read(text);
  const tx = asContext(facts).eth?.tx;
  if (tx === undefined) throw new Error('These are no facts of Ethereum.');
  return tx;
}

testShared(
  sharedJson<Vector[]>('vectors/ethers/transactions.json.gz'),
  'every type of transaction is signed as ethers signs it',
  async (vectors) => {
    const primitives = await nodePrimitives();
    const some = vectors.filter((_, index) => index % 16 === 0);
    expect(some).toHaveLength(200);
    for (const vector of some) {
      const secretKey = fromHex(vector.privateKey.slice(2));
      // Where a type has no place for what the transaction holds, there is none of that type.
      for (const kind of kinds.filter((each) => vector[`unsigned${each}`] !== '')) {
        const { sign } = await read(vector[`unsigned${kind}`], secretKey);
        expect(`0x${toHex(await sign(primitives, secretKey))}`, `${vector.name} ${kind}`).toBe(vector[`signed${kind}`]);
      }
    }
  },
);

const address = `0x${'ab'.repeat(20)}`;
const fees = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n, gasLimit: 21_000n, nonce: 4n, value: 5n, data: '' };
const hexOf = (transaction: { toHex(): string }) => transaction.toHex();

describe('what policies read', () => {
  test('of a legacy transaction without and with a chain', async () => {
    const base = { type: 'legacy', to: address, nonce: 1n, gasPrice: 9n, gasLimit: 60_000n, value: 7n } as const;
    const data = 'a9059cbb00000000';
    const facts = await factsOf(hexOf(Transaction.prepare({ ...base, data, chainId: 10n }, false)));
    expect(facts).toEqual({
      from: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      to: address,
      data: `0x${data}`,
      value: 7n,
      gas: 60_000n,
      nonce: 1n,
      type: 'LEGACY',
      function_signature: '0xa9059cbb',
      chain_id: 10n,
      gas_price: 9n,
    });
  });

  test('of EIP-1559, and of a contract that is created', async () => {
    const create = { ...fees, type: 'eip1559', to: '0x', data: '6000', gasLimit: 99_000n, chainId: 1n } as const;
    expect(await factsOf(hexOf(Transaction.prepare(create, false)))).toMatchObject({
      to: '',
      type: 'TYPE_2',
      data: '0x6000',
      function_signature: '',
      max_fee_per_gas: 30n,
      max_priority_fee_per_gas: 2n,
    });
  });

  test('of EIP-7702, whose signature another library recovers', async () => {
    const authorizationList = [{ chainId: 1n, address, nonce: 0n, yParity: 0, r: 1n, s: 1n }];
    const prepared = { ...fees, type: 'eip7702' as const, to: address, chainId: 1n, authorizationList };
    const text = hexOf(Transaction.prepare({ ...prepared, gasLimit: 90_000n }, false));
    expect(await factsOf(text)).toMatchObject({ type: 'TYPE_4', chain_id: 1n, to: address });
    const { sign } = await read(text);
    const signed = Transaction.fromBytes(await sign(await nodePrimitives(), ones));
    expect(signed.sender.toLowerCase()).toBe('0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a');
  });
});

describe('what is no unsigned transaction is refused by code', () => {
  const unsigned = hexOf(Transaction.prepare({ ...fees, to: address, chainId: 1n }, false)).slice(2);

  test.each([
    ['TRANSACTION_MALFORMED', 'nothing', '0x'],
    ['TRANSACTION_MALFORMED', 'no hex', 'zz'],
    ['TRANSACTION_MALFORMED', 'half a byte', unsigned.slice(1)],
    ['TRANSACTION_MALFORMED', 'cut off', unsigned.slice(0, -2)],
    ['TRANSACTION_MALFORMED', 'something behind it', `${unsigned}00`],
    ['TRANSACTION_MALFORMED', 'signed already', Transaction.fromHex(unsigned).signBy(ones, false).toHex()],
    ['TRANSACTION_MALFORMED', 'a number with a leading zero', '02ea010482000182001e825208'],
    ['TRANSACTION_TYPE_NOT_SUPPORTED', 'type 5', `05${unsigned.slice(2)}`],
    ['TRANSACTION_TYPE_NOT_SUPPORTED', 'type 0', `00${unsigned.slice(2)}`],
  ])('%s: %s', async (code, _what, text) => {
    await expect(read(text)).rejects.toMatchObject({ code });
  });

  test('a key of another curve', async () => {
    const signer = { ...(await signerOf(ones)), curve: 'CURVE_ED25519' as const };
    await expect(readTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, signer)).rejects.toMatchObject({
      code: 'TRANSACTION_SIGNER_MISMATCH',
    });
    await expect(readTransaction('TRANSACTION_TYPE_TEMPO', unsigned, signer)).rejects.toMatchObject({
      code: 'TRANSACTION_TYPE_NOT_SUPPORTED',
    });
  });
});
