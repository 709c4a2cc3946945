import { afterEach, expect, test, vi } from 'vitest';

import { toHex } from '../../../src/crypto/hex.js';
import { bitcoinPayment } from '../../../src/service/vault/addresses/bitcoin.js';
import { readTypedData } from '../../../src/service/vault/ethereum/typedData.js';
import { checkAbi } from '../../../src/service/vault/interfaces/abi.js';
import { readIdl } from '../../../src/service/vault/interfaces/idl.js';
import { readTransaction } from '../../../src/service/vault/transactions/transaction.js';
import { countTurns } from '../../support/countTurns.js';
import { ofEcdsa, ofEdwards } from '../../support/hostile/signers.js';
import { hostileTron, psbtOf, solanaMessageOf } from '../../support/hostile/transactions.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const tron = (what: string) => {
  const { bytes } = hostileTron.find((each) => each.what === what) ?? { bytes: new Uint8Array() };
  return readTransaction('TRANSACTION_TYPE_TRON', toHex(bytes), ofEcdsa);
};

const script = new Uint8Array((await bitcoinPayment(ofEcdsa.publicKey, 'P2WPKH', 'MAINNET')).script);
const psbt = psbtOf(script, 1_000, script);

const solana = solanaMessageOf(
  ofEdwards.publicKey,
  1,
  Array.from({ length: 1_000 }, () => [1, 1, 0, 0]),
  [],
);

const typedData = JSON.stringify({
  types: { Item: [{ name: 'n', type: 'uint256' }], All: [{ name: 'items', type: 'Item[]' }] },
  domain: {},
  primaryType: 'All',
  message: { items: Array.from({ length: 1_000 }, (_, n) => ({ n })) },
});

const abi = Array.from({ length: 1_000 }, (_, at) => ({
  type: 'function',
  name: `function${at}`,
  inputs: [{ name: 'first', type: 'uint256' }],
}));

const idl = {
  instructions: Array.from({ length: 1_000 }, (_, at) => ({
    name: `instruction${at}`,
    discriminator: [0, 0, 0, 0, 0, 0, at >> 8, at & 255],
    accounts: [],
    args: [{ name: 'first', type: 'u64' }],
  })),
  types: [],
};

/** How often the event loop turns while something is read, on a machine so slow that each look at the clock is five milliseconds later. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 5;
    return nowMs;
  });
  const { turn, stop } = countTurns();
  await work().finally(stop);
  return turn();
}

test.each([
  ['a TRON permission of many keys', () => tron('a permission of many keys')],
  ['many empty permissions of TRON', () => tron('many empty permissions')],
  ['a PSBT of 1,000 outputs', () => readTransaction('TRANSACTION_TYPE_BITCOIN', toHex(psbt), ofEcdsa)],
  ['1,000 instructions of Solana', () => readTransaction('TRANSACTION_TYPE_SOLANA', toHex(solana), ofEdwards)],
  ['typed data of 1,000 items', () => readTypedData(typedData)],
  ['an ABI of 1,000 functions', () => checkAbi(abi)],
  ['an IDL of 1,000 instructions', () => readIdl(idl)],
] as [string, () => Promise<unknown>][])('A-66: others have their turn while the service reads %s', async (_, work) => {
  expect(await turnsOf(work)).toBeGreaterThan(100);
});
