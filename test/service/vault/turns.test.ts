import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Transaction } from '@scure/btc-signer';
import { afterEach, expect, test, vi } from 'vitest';

import { toHex } from '../../../src/crypto/hex.js';
import { bitcoinPayment } from '../../../src/service/vault/addresses/bitcoin.js';
import { readTypedData } from '../../../src/service/vault/ethereum/typedData.js';
import { checkAbi } from '../../../src/service/vault/interfaces/abi.js';
import { readIdl } from '../../../src/service/vault/interfaces/idl.js';
import { readTransaction } from '../../../src/service/vault/transactions/transaction.js';
import { hostileTron, solanaMessageOf } from '../../support/hostile/transactions.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const secret = new Uint8Array(32).fill(0x11);
const ofEcdsa = {
  curve: 'CURVE_SECP256K1',
  publicKey: new Uint8Array(secp256k1.getPublicKey(secret, true)),
  addressFormat: undefined,
} as const;
const edwardsKey = new Uint8Array(ed25519.getPublicKey(secret));
const ofEdwards = { curve: 'CURVE_ED25519', publicKey: edwardsKey, addressFormat: undefined } as const;

const tron = (what: string) => {
  const { bytes } = hostileTron.find((each) => each.what === what) ?? { bytes: new Uint8Array() };
  return readTransaction('TRANSACTION_TYPE_TRON', toHex(bytes), ofEcdsa);
};

async function psbt() {
  const script = new Uint8Array((await bitcoinPayment(ofEcdsa.publicKey, 'P2WPKH', 'MAINNET')).script);
  const transaction = new Transaction();
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000_000n } });
  for (let at = 0; at < 1_000; at += 1) transaction.addOutput({ script, amount: 1_000n });
  return new Uint8Array(transaction.toPSBT());
}
const longPsbt = await psbt();

const solana = solanaMessageOf(
  edwardsKey,
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
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  try {
    await work();
  } finally {
    clearImmediate(counting);
  }
  return turns;
}

test.each([
  ['a TRON permission of many keys', () => tron('a permission of many keys')],
  ['many empty permissions of TRON', () => tron('many empty permissions')],
  ['a PSBT of 1,000 outputs', () => readTransaction('TRANSACTION_TYPE_BITCOIN', toHex(longPsbt), ofEcdsa)],
  ['1,000 instructions of Solana', () => readTransaction('TRANSACTION_TYPE_SOLANA', toHex(solana), ofEdwards)],
  ['typed data of 1,000 items', () => readTypedData(typedData)],
  ['an ABI of 1,000 functions', () => checkAbi(abi)],
  ['an IDL of 1,000 instructions', () => readIdl(idl)],
] as [string, () => Promise<unknown>][])('A-66: others have their turn while the service reads %s', async (_, work) => {
  expect(await turnsOf(work)).toBeGreaterThan(100);
});
