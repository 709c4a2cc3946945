import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import type { AddressFormat } from '../../../../src/contract/shapes.js';
import { fromHex, toHex } from '../../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import { bitcoinPayment } from '../../../../src/service/vault/addresses/bitcoin.js';
import type { BitcoinTransactionFacts } from '../../../../src/service/vault/transactions/bitcoin.js';
import { readTransaction } from '../../../../src/service/vault/transactions/transaction.js';

const secretKey = fromHex('619c335025c7f4012e556c2a58b2506e30b8511b53ade95ea316fd8c3286feb9');
const publicKey = new Uint8Array(secp256k1.getPublicKey(secretKey, true));
const signerOf = (addressFormat: AddressFormat = 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH') =>
  ({ curve: 'CURVE_SECP256K1', publicKey, addressFormat }) as const;
const read = (psbt: Uint8Array, signer = signerOf()) =>
  readTransaction('TRANSACTION_TYPE_BITCOIN', toHex(new Uint8Array(psbt)), signer);

async function factsOf(psbt: Uint8Array, signer = signerOf()): Promise<BitcoinTransactionFacts> {
  const { facts } = await read(psbt, signer);
  if (!('bitcoin' in facts)) throw new Error('These are no facts of Bitcoin.');
  return facts.bitcoin.tx;
}

async function signed(psbt: Uint8Array, signer = signerOf()): Promise<Transaction> {
  const { sign } = await read(psbt, signer);
  return Transaction.fromPSBT(await sign(await nodePrimitives(), secretKey), { allowUnknownOutputs: true });
}

/** @see BIP-143, "Native P2WPKH": two inputs, of which the second is this key's */
test('the example of BIP-143 has the published signature', async () => {
  const transaction = new Transaction({ version: 1, lockTime: 17 });
  transaction.addInput({
    txid: '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff',
    index: 0,
    sequence: 0xffffffee,
  });
  transaction.addInput({
    txid: '8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef',
    index: 1,
    sequence: 0xffffffff,
    witnessUtxo: { script: p2wpkh(publicKey).script, amount: 600_000_000n },
  });
  const hashes = ['8280b37df378db99f66f85c95a783a76ac7a6d59', '3bde42dbee7e4dbe6a21b2d50ce2f0167faa8159'];
  const scripts = hashes.map((hash) => fromHex(`76a914${hash}88ac`));
  transaction.addOutput({ script: scripts[0] as Uint8Array, amount: 112_340_000n });
  transaction.addOutput({ script: scripts[1] as Uint8Array, amount: 223_450_000n });
  const psbt = transaction.toPSBT();
  const [[key, signature] = []] = (await signed(psbt)).getInput(1).partialSig ?? [];
  expect(toHex(new Uint8Array(key ?? []))).toBe(toHex(publicKey));
  expect(toHex(new Uint8Array(signature ?? []))).toBe(
    '304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee01',
  );
  expect(await factsOf(psbt)).toEqual({
    version: '1',
    inputs: [
      { tx_id: '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff', vout: 0n, sequence: 0xffffffeen },
      { tx_id: '8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef', vout: 1n, sequence: 0xffffffffn },
    ],
    outputs: [
      {
        value: 112_340_000n,
        script_pubkey: `76a914${hashes[0]}88ac`,
        address: '1Cu32FVupVCgHkMMRJdYJugxwo2Aprgk7H',
        address_type: 'p2pkh',
      },
      {
        value: 223_450_000n,
        script_pubkey: `76a914${hashes[1]}88ac`,
        address: '16TZ8J6Q5iZKBWizWzFAYnrsaox5Z5aBRV',
        address_type: 'p2pkh',
      },
    ],
    locktime: { amount: 17n, type: 'Blocks' },
  });
});

/** A transaction that pays to a script, so that its outputs can be spent with all that is known of them. */
function paying(script: Uint8Array, amount = 10_000n) {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  transaction.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: new Uint8Array() });
  transaction.addOutput({ script, amount });
  return { txid: transaction.id, nonWitnessUtxo: fromHex(transaction.hex) };
}

type Pay = {
  readonly script: Uint8Array;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly tapInternalKey?: Uint8Array;
};

const payTo = { script: p2wpkh(publicKey).script, amount: 9_000n };

describe('an input of each kind is signed, and can be finalised', () => {
  test.each(['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const)('%s', async (kind) => {
    const { script } = await bitcoinPayment(publicKey, kind, 'MAINNET');
    const { txid, nonWitnessUtxo } = paying(script);
    const transaction = new Transaction();
    // Nothing but the output that is spent: what else its script asks for, the key says.
    transaction.addInput({ txid, index: 0, nonWitnessUtxo, witnessUtxo: { script, amount: 10_000n } });
    transaction.addOutput(payTo);
    const psbt = transaction.toPSBT();
    expect(await factsOf(psbt)).toMatchObject({ fee: 1_000n });
    const done = await signed(psbt, signerOf(`ADDRESS_FORMAT_BITCOIN_MAINNET_${kind}`));
    expect(done.isFinal).toBe(false);
    done.finalize();
    expect(done.extract().length).toBeGreaterThan(100);
  });

  test('of Taproot under the default hash type, whose signature verifies under the key of the output', async () => {
    const payment = p2tr(publicKey.slice(1));
    const transaction = new Transaction();
    transaction.addInput({ txid: '22'.repeat(32), index: 1, witnessUtxo: { script: payment.script, amount: 10_000n } });
    transaction.addOutput(payTo);
    const psbt = transaction.toPSBT();
    const signature = (await signed(psbt)).getInput(0).tapKeySig ?? new Uint8Array();
    const digest = transaction.preimageWitnessV1(0, [payment.script], 0, [10_000n]);
    expect(signature).toHaveLength(64);
    expect(schnorr.verify(signature, digest, payment.script.slice(2))).toBe(true);
    expect(await factsOf(psbt)).toMatchObject({ fee: 1_000n });
  });

  test('of a script of several keys, of which this is one', async () => {
    const others = secp256k1.getPublicKey(new Uint8Array(32).fill(3), true);
    const payment = p2wsh(p2ms(2, [publicKey, others]));
    const transaction = new Transaction();
    transaction.addInput({
      ...payment,
      txid: '22'.repeat(32),
      index: 0,
      witnessUtxo: { script: payment.script, amount: 10_000n },
    });
    transaction.addOutput(payTo);
    expect((await signed(transaction.toPSBT())).getInput(0).partialSig).toHaveLength(1);
  });
});

describe('what an input spends from', () => {
  test.each([0, 2])(
    'comes back as it came, and is signed as the library signs it, in version %d',
    async (PSBTVersion) => {
      const transaction = new Transaction({ PSBTVersion });
      const kinds = ['P2PKH', 'P2WPKH', 'P2SH', 'P2WSH', 'P2TR'] as const;
      for (const [at, kind] of [...kinds, ...kinds].entries()) {
        const payment = await bitcoinPayment(publicKey, kind, 'MAINNET');
        const { txid, nonWitnessUtxo } = paying(payment.script, BigInt(10_000 + at));
        const { script, redeemScript, witnessScript, tapInternalKey } = payment as Pay;
        const known = { ...(redeemScript && { redeemScript }), ...(witnessScript && { witnessScript }) };
        const key = tapInternalKey && { tapInternalKey };
        const output = at < kinds.length && { witnessUtxo: { script, amount: BigInt(10_000 + at) } };
        transaction.addInput({ txid, index: 0, nonWitnessUtxo, ...known, ...key, ...output });
      }
      transaction.addOutput(payTo);
      const psbt = transaction.toPSBT();
      const { sign } = await read(psbt);
      const expected = Transaction.fromPSBT(psbt);
      for (let at = 0; at < 10; at += 1) expected.signIdx(secretKey, at, undefined, new Uint8Array(32));
      expect(toHex(await sign(await nodePrimitives(), secretKey))).toBe(toHex(new Uint8Array(expected.toPSBT())));
    },
  );

  test('is asked for where an input has no witness, whose value could be a lie', async () => {
    const { script } = await bitcoinPayment(publicKey, 'P2PKH', 'MAINNET');
    const transaction = new Transaction();
    transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } });
    transaction.addOutput(payTo);
    await expect(signed(transaction.toPSBT())).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });

  test('is the transaction whose id the input names, or nothing is signed', async () => {
    const { script } = await bitcoinPayment(publicKey, 'P2PKH', 'MAINNET');
    const { txid, nonWitnessUtxo } = paying(script);
    const transaction = new Transaction();
    transaction.addInput({ txid, index: 0, nonWitnessUtxo });
    transaction.addOutput(payTo);
    const psbt = toHex(new Uint8Array(transaction.toPSBT()));
    const [paid, lie] = ['1027000000000000', '204e000000000000']; // 10,000 and 20,000 satoshis
    expect(psbt.split(paid)).toHaveLength(2);
    const changed = fromHex(psbt.replace(paid, lie));
    await expect(signed(changed)).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });
});

test('the same PSBT is signed the same', async () => {
  const { script } = p2tr(publicKey.slice(1));
  const transaction = new Transaction();
  transaction.addInput({ txid: '22'.repeat(32), index: 1, witnessUtxo: { script, amount: 10_000n } });
  transaction.addOutput(payTo);
  const psbt = transaction.toPSBT();
  const { sign } = await read(psbt);
  const again = await read(psbt);
  expect(await again.sign(await nodePrimitives(), secretKey)).toEqual(await sign(await nodePrimitives(), secretKey));
});

test('what others ask for stays unsigned, and an output without an address has none', async () => {
  const theirs = p2pkh(secp256k1.getPublicKey(new Uint8Array(32).fill(3), true));
  const own = p2sh(p2wpkh(publicKey));
  const transaction = new Transaction({ allowUnknownOutputs: true });
  const spent = paying(theirs.script);
  transaction.addInput({ txid: spent.txid, index: 0, nonWitnessUtxo: spent.nonWitnessUtxo });
  transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: { script: own.script, amount: 10_000n } });
  transaction.addOutput({ script: fromHex('6a0161'), amount: 0n });
  const psbt = transaction.toPSBT();
  const done = await signed(psbt, signerOf('ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH'));
  expect(done.getInput(0).partialSig).toBeUndefined();
  expect(done.getInput(1).partialSig).toHaveLength(1);
  const facts = await factsOf(psbt);
  expect(facts.outputs).toEqual([{ value: 0n, script_pubkey: '6a0161', address: '', address_type: '' }]);
  // The value of the second input is its PSBT's word alone.
  expect(facts).not.toHaveProperty('fee');
});

test('addresses are those of the network that the account is on', async () => {
  const transaction = new Transaction();
  transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: payTo });
  transaction.addOutput({ script: p2wpkh(publicKey).script, amount: 1n });
  const facts = await factsOf(transaction.toPSBT(), signerOf('ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH'));
  expect(facts.outputs[0]).toMatchObject({ address: expect.stringMatching(/^bcrt1q/), address_type: 'p2wpkh' });
});

describe('what cannot be signed is refused by code', () => {
  test('bytes that are no PSBT, and a PSBT that asks others alone', async () => {
    await expect(read(fromHex('00'))).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
    await expect(read(new Uint8Array())).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
    const transaction = new Transaction();
    const theirs = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(3), true));
    transaction.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: { script: theirs.script, amount: 5n } });
    transaction.addOutput(payTo);
    await expect(read(transaction.toPSBT())).rejects.toMatchObject({ code: 'TRANSACTION_SIGNER_MISMATCH' });
  });

  test('another hash type than that of all outputs', async () => {
    const transaction = new Transaction();
    transaction.addInput({ txid: '22'.repeat(32), index: 0, sighashType: 2, witnessUtxo: payTo });
    transaction.addOutput(payTo);
    await expect(signed(transaction.toPSBT())).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });

  test('more inputs than a hundred', async () => {
    const transaction = new Transaction();
    for (let index = 0; index < 101; index++)
      transaction.addInput({ txid: '22'.repeat(32), index, witnessUtxo: payTo });
    transaction.addOutput(payTo);
    await expect(read(transaction.toPSBT())).rejects.toMatchObject({ code: 'TRANSACTION_MALFORMED' });
  });
});
