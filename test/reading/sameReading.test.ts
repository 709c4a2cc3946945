import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { fromBase58, toBase58 } from '../../src/crypto/base58.js';
import { concat } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';
import { decimalOf, type TransactionEffect } from '../../src/reading/effect.js';
import { ethereumEffect } from '../../src/reading/ethereum.js';
import { solanaEffect } from '../../src/reading/solana.js';
import { readTransaction, type TransactionFacts } from '../../src/service/vault/transactions/transaction.js';
import { callData, ethereumTransaction } from '../support/ethereumTransactions.js';
import { mutationsOf } from '../support/mutations.js';
import { solanaMessage } from '../support/solanaMessage.js';

const secretKey = new Uint8Array(32).fill(8);
const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

/** What the service would sign; `undefined` if it refuses. */
async function signedBy(type: 'ETHEREUM' | 'SOLANA', hex: string): Promise<TransactionFacts | undefined> {
  const [curve, bytes] =
    type === 'ETHEREUM'
      ? (['CURVE_SECP256K1', secp256k1.getPublicKey(secretKey)] as const)
      : (['CURVE_ED25519', ed25519.getPublicKey(secretKey)] as const);
  const signer = { curve, publicKey: new Uint8Array(bytes), addressFormat: `ADDRESS_FORMAT_${type}` } as const;
  try {
    return (await readTransaction(`TRANSACTION_TYPE_${type}`, hex, signer)).facts;
  } catch {
    return undefined;
  }
}

test.each([
  ['a payment', ethereumTransaction({ to, value: 10n ** 18n })],
  ['a transfer', ethereumTransaction({ to: token, data: callData('transfer(address,uint256)', to, 5n) })],
  ['an approval', ethereumTransaction({ to: token, data: callData('approve(address,uint256)', to, 2n ** 256n - 1n) })],
])('F-24 what is told of %s of Ethereum, however it is bent, is what the service signs', async (_, hex) => {
  const seed = 49;
  const told: TransactionEffect[] = [];
  for (const bent of [hex, ...mutationsOf(hex, 3_000, seed)]) {
    const effect = ethereumEffect(bent);
    const facts = effect && (await signedBy('ETHEREUM', bent));
    if (!effect || !facts || !('eth' in facts)) continue;
    const { value, data, gas, chain_id, gas_price, max_fee_per_gas, ...tx } = facts.eth.tx;
    const price = max_fee_per_gas ?? gas_price ?? 0n;
    expect(effect.feeLimit, bent).toBe(decimalOf(gas * price, 18));
    expect(effect.chain === undefined, bent).toBe(chain_id === 1n);
    if (effect.token === undefined) {
      expect([tx.to, decimalOf(value, 18), data], bent).toEqual([effect.to, effect.amount, '0x']);
    } else {
      expect([tx.to, value], bent).toEqual([effect.token, 0n]);
      expect(data, bent).toContain(effect.to.slice(2));
      expect(BigInt(`0x${data.slice(-64)}`), bent).toBe(BigInt(effect.amount ?? 2n ** 256n - 1n));
    }
    told.push(effect);
  }
  expect(told.length, `seed ${seed}`).toBeGreaterThan(500);
});

const signer = new Uint8Array(ed25519.getPublicKey(secretKey));
const keys = [signer, new Uint8Array(32).fill(7), new Uint8Array(32).fill(6), new Uint8Array(32).fill(5)];
const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer);

test.each([
  [
    'a payment',
    new Uint8Array(32),
    { program: 4, accounts: [0, 1], data: concat(Uint8Array.of(2, 0, 0, 0), u64(10n ** 9n)) },
  ],
  [
    'a transfer of tokens',
    fromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    { program: 4, accounts: [2, 3, 1, 0], data: concat(Uint8Array.of(12), u64(10n ** 9n), Uint8Array.of(9)) },
  ],
])(
  'F-24 what is told of %s of Solana, however it is bent, is what the service signs',
  async (_, program, instruction) => {
    const seed = 49;
    const hex = toHex(solanaMessage({ keys: [...keys, program], instructions: [instruction] }));
    const told: TransactionEffect[] = [];
    for (const bent of [hex, ...mutationsOf(hex, 3_000, seed)]) {
      const effect = solanaEffect(bent, toBase58(signer));
      const facts = effect && (await signedBy('SOLANA', bent));
      if (!effect || !facts || !('solana' in facts)) continue;
      const { transfers, spl_transfers, instructions } = facts.solana.tx;
      const [sent] = effect.token === undefined ? transfers : spl_transfers;
      const decimals =
        effect.token === undefined ? 9 : Number.parseInt(instructions[0]?.instruction_data_hex.slice(-2) ?? '', 16);
      expect([sent?.to, decimalOf(sent?.amount ?? 0n, decimals)], bent).toEqual([effect.to, effect.amount]);
      expect(transfers.length + spl_transfers.length, bent).toBe(1);
      told.push(effect);
    }
    expect(told.length, `seed ${seed}`).toBeGreaterThan(500);
  },
);
