import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer';
import { CompactSizeLen, RawTx, Script } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { describe, expect, test } from 'vitest';
import { type Bytes, concat } from '../../../../src/crypto/bytes.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import { readTransaction } from '../../../../src/service/vault/transactions/transaction.js';

const secretKey = new Uint8Array(32).fill(0x11);
const publicKey = new Uint8Array(secp256k1.getPublicKey(secretKey, true));
const pays = new Uint8Array(p2wpkh(publicKey).script);
const read = (psbt: Uint8Array) =>
  readTransaction('TRANSACTION_TYPE_BITCOIN', toHex(new Uint8Array(psbt)), {
    curve: 'CURVE_SECP256K1',
    publicKey,
    addressFormat: undefined,
  });
const outcomeOf = (psbt: Uint8Array): Promise<string> =>
  read(psbt).then(
    () => 'read',
    ({ code }: { code: string }) => code,
  );

const keyAt = (index: number): Bytes => {
  const secret = new Uint8Array(32).fill(0x22);
  secret.set([index >> 8, index & 255], 30);
  return new Uint8Array(secp256k1.getPublicKey(secret, true));
};
const keys = Array.from({ length: 201 }, (_, index) => keyAt(index));

/** A PSBT of one input that this key signs, and one output. */
function psbtOf(input: object = {}, output: object = {}): Uint8Array {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  const txid = new Uint8Array(32).fill(9);
  transaction.addInput({ txid, index: 0, witnessUtxo: { script: pays, amount: 1000n }, ...input });
  transaction.addOutput({ script: pays, amount: 900n, ...output });
  return transaction.toPSBT();
}
const signatures = (count: number) =>
  keys
    .slice(0, count)
    .map((key): [Bytes, Bytes] => [key, concat(Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1), Uint8Array.of(1))]);
const derivations = (count: number) =>
  keys
    .slice(0, count)
    .map((key): [Bytes, { fingerprint: number; path: number[] }] => [key, { fingerprint: 1, path: [1] }]);

describe('A-62: a PSBT of more keys than people have is refused before a point is computed', () => {
  const signedBy = (...counts: readonly number[]) => {
    const transaction = new Transaction();
    for (const index of counts.keys())
      transaction.addInput({ txid: new Uint8Array(32).fill(9), index, witnessUtxo: { script: pays, amount: 1000n } });
    transaction.addOutput({ script: pays, amount: 100n });
    for (const [index, count] of counts.entries()) transaction.updateInput(index, { partialSig: signatures(count) });
    return transaction.toPSBT();
  };

  test('beside its inputs', async () => {
    expect(await outcomeOf(signedBy(50, 50))).toBe('read');
    expect(await outcomeOf(signedBy(50, 51))).toBe('TRANSACTION_MALFORMED');
  });

  test('beside one input', async () => {
    expect(await outcomeOf(signedBy(64))).toBe('read');
    expect(await outcomeOf(signedBy(65))).toBe('TRANSACTION_MALFORMED');
  });

  test('in the value of one field', async () => {
    const value = concat(...keys, ...keys);
    // PSBT_IN_MUSIG2_PARTICIPANT_PUBKEYS of the one input, at the end of its map.
    const length = Uint8Array.of(0xfd, value.length & 255, value.length >> 8);
    const field = concat(Uint8Array.of(34, 0x1a), keys[0] ?? new Uint8Array(), length, value);
    const whole = new Uint8Array(psbtOf());
    expect(await outcomeOf(concat(whole.subarray(0, -2), field, whole.subarray(-2)))).toBe('TRANSACTION_MALFORMED');
  });

  test('in the script of an output that it spends', async () => {
    const script = (count: number) =>
      Script.encode([1, ...Array.from({ length: count }, (_, index) => keyAt(index)), count, 'CHECKMULTISIG']);
    const spending = (count: number) => {
      const spent = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true });
      spent.addInput({ txid: new Uint8Array(32).fill(8), index: 0 });
      spent.addOutput({ script: pays, amount: 1000n });
      spent.addOutput({ script: script(count), amount: 1000n });
      return psbtOf({ txid: spent.id, nonWitnessUtxo: spent.toBytes(true), witnessUtxo: undefined });
    };
    expect(await outcomeOf(spending(100))).toBe('read');
    expect(await outcomeOf(spending(130))).toBe('TRANSACTION_MALFORMED');
  });
});

test('A-62: a PSBT whose earlier transactions have very many outputs is refused before they are read', async () => {
  const spending = (...counts: readonly number[]) => {
    const transaction = new Transaction();
    for (const count of counts) {
      const spent = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true });
      spent.addInput({ txid: new Uint8Array(32).fill(8), index: 0 });
      for (let at = 0; at < count; at += 1) spent.addOutput({ script: pays, amount: BigInt(1000 + count) });
      transaction.addInput({ txid: spent.id, index: 0, nonWitnessUtxo: spent.toBytes(true) });
    }
    transaction.addOutput({ script: pays, amount: 900n });
    return transaction.toPSBT();
  };
  expect(await outcomeOf(spending(999))).toBe('read');
  expect(await outcomeOf(spending(1_000))).toBe('TRANSACTION_MALFORMED');
  expect(await outcomeOf(spending(499, 500))).toBe('TRANSACTION_MALFORMED');
});

/** A PSBT that spends the first output of a transaction, which stands in it as it is written. */
function spendingWritten(earlier: Uint8Array, id: Uint8Array): Uint8Array {
  const whole = new Uint8Array(psbtOf({ txid: id.slice().reverse(), witnessUtxo: undefined }));
  const length = new Uint8Array(CompactSizeLen.encode(earlier.length));
  const field = concat(Uint8Array.of(1, 0), length, new Uint8Array(earlier));
  return concat(whole.subarray(0, -2), field, whole.subarray(-2));
}
const output = { amount: 1000n, script: pays };
const outputs = (count: number) => Array.from({ length: count }, () => output);

test('A-62: an earlier transaction without inputs has no more outputs than one with them', async () => {
  const earlier = (count: number) => {
    const written = new Uint8Array(
      RawTx.encode({ version: 2, segwitFlag: false, inputs: [], outputs: outputs(count), lockTime: 0 } as never),
    );
    return spendingWritten(written, new Uint8Array(sha256x2(written)));
  };
  expect(await outcomeOf(earlier(1_000))).toBe('read');
  // Its count is written in three bytes, of which the first could be taken for a flag.
  expect(await outcomeOf(earlier(1_025))).toBe('TRANSACTION_MALFORMED');
});

test('A-62: an earlier transaction has no very long witness', async () => {
  const earlier = (items: number) => {
    const transaction = {
      version: 2,
      inputs: [{ txid: new Uint8Array(32).fill(8), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }],
      outputs: outputs(1),
      lockTime: 0,
    };
    const witnesses = [Array.from({ length: items }, () => new Uint8Array())];
    const id = new Uint8Array(sha256x2(RawTx.encode({ ...transaction, segwitFlag: false } as never)));
    return spendingWritten(new Uint8Array(RawTx.encode({ ...transaction, segwitFlag: true, witnesses })), id);
  };
  expect(await outcomeOf(earlier(4_000))).toBe('read');
  expect(await outcomeOf(earlier(4_001))).toBe('TRANSACTION_MALFORMED');
});

test('the script of an output’s hash is no earlier transaction', async () => {
  for (const key of keys.slice(0, 5)) {
    const { script, redeemScript } = p2sh(p2wpkh(key));
    expect(await outcomeOf(psbtOf({}, { script, redeemScript }))).toBe('read');
  }
});

test('A-62: a PSBT that is written in both versions is refused before it is read in each', async () => {
  const whole = new Uint8Array(psbtOf());
  const inputCount = Uint8Array.of(1, 4, 1, 1);
  const both = concat(whole.subarray(0, 5), inputCount, whole.subarray(5));
  await expect(read(both)).rejects.toThrow('it is written in both versions');
});

/** A PSBT that spends by a tree of scripts: `own` of them with this key, and one with another's. */
function treeOf(own: number): Uint8Array {
  const script = (key: Bytes, index: number) => Script.encode([1000 + index, 'DROP', key.slice(1), 'CHECKSIG']);
  const scripts = [
    ...Array.from({ length: own }, (_, index) => script(publicKey, index)),
    script(keys[0] ?? publicKey, own),
  ];
  const payment = p2tr(
    undefined,
    scripts.map((each) => ({ script: each })),
    undefined,
    true,
  );
  return psbtOf({ ...payment, witnessUtxo: { script: payment.script, amount: 1000n } });
}

test('A-62: a tree of very many scripts of this key is refused', async () => {
  expect(await outcomeOf(treeOf(15))).toBe('read');
  expect(await outcomeOf(treeOf(16))).toBe('TRANSACTION_MALFORMED');
});

test('A-62: each script of a tree that names this key is signed by itself, and all of them come back', async () => {
  const { sign } = await read(treeOf(3));
  const signed = Transaction.fromPSBT(await sign(await nodePrimitives(), secretKey));
  const { tapScriptSig = [], tapLeafScript = [], tapKeySig } = signed.getInput(0);
  expect(tapLeafScript).toHaveLength(4);
  expect(tapScriptSig).toHaveLength(3);
  expect(tapKeySig).toBeUndefined();
  const own = new Uint8Array(schnorr.getPublicKey(secretKey));
  expect(tapScriptSig.map(([{ pubKey }]) => new Uint8Array(pubKey))).toEqual([own, own, own]);
  const ofOwn = tapLeafScript.filter(([, leaf]) => toHex(new Uint8Array(leaf)).includes(toHex(own)));
  expect(ofOwn).toHaveLength(3);
  for (const [, leaf] of ofOwn) {
    const message = signed.preimageWitnessV1(
      0,
      [signed.getInput(0).witnessUtxo?.script ?? new Uint8Array()],
      0,
      [1000n],
      undefined,
      leaf.subarray(0, -1),
      0xc0,
    );
    expect(tapScriptSig.filter(([, signature]) => schnorr.verify(signature, message, own))).toHaveLength(1);
  }
});

describe('how keys were derived', () => {
  const input = { bip32Derivation: derivations(201) };
  const taproot = keys
    .slice(0, 3)
    .map((key, at) => [
      key.slice(1),
      { hashes: keys.slice(0, at).map((each) => each.slice(1)), der: derivations(1)[0]?.[1] },
    ]);

  test.each([0, 2])('is no point that is computed, and comes back as it came, in version %d', async (PSBTVersion) => {
    const spent = new Transaction({ allowUnknownInputs: true });
    spent.addInput({ txid: new Uint8Array(32).fill(8), index: 0 });
    spent.addOutput({ script: pays, amount: 1000n });
    const transaction = new Transaction({ PSBTVersion });
    const derived = { ...input, tapBip32Derivation: taproot } as object;
    transaction.addInput({ txid: spent.id, index: 0, nonWitnessUtxo: spent.toBytes(true), ...derived });
    transaction.addInput({ txid: '33'.repeat(32), index: 1, witnessUtxo: { script: pays, amount: 1000n } });
    transaction.addOutput({ script: pays, amount: 900n });
    transaction.addOutput({ script: pays, amount: 800n, ...derived });
    const psbt = transaction.toPSBT();
    const { sign } = await read(psbt);
    const signed = Transaction.fromPSBT(await sign(await nodePrimitives(), secretKey));
    const came = Transaction.fromPSBT(psbt);
    expect(came.getInput(0).bip32Derivation).toHaveLength(201);
    for (const kind of ['bip32Derivation', 'tapBip32Derivation'] as const) {
      expect(signed.getInput(0)[kind]).toEqual(came.getInput(0)[kind]);
      expect(signed.getOutput(1)[kind]).toEqual(came.getOutput(1)[kind]);
      expect([signed.getInput(1)[kind], signed.getOutput(0)[kind]]).toEqual([undefined, undefined]);
    }
    expect(signed.getInput(0).nonWitnessUtxo).toEqual(came.getInput(0).nonWitnessUtxo);
    for (const index of [0, 1])
      expect(signed.getInput(index).partialSig?.map(([key]) => new Uint8Array(key))).toEqual([publicKey]);
  });

  const whole = new Uint8Array(psbtOf());
  const fieldOf = (name: Uint8Array, value: Uint8Array) =>
    concat(Uint8Array.of(name.length), new Uint8Array(name), Uint8Array.of(value.length), new Uint8Array(value));
  /** At the end of the map of the one input. */
  const withField = (name: Uint8Array, value: Uint8Array, times = 1) => {
    const fields = Array.from({ length: times }, () => fieldOf(name, value));
    return concat(whole.subarray(0, -2), ...fields, whole.subarray(-2));
  };
  const name = concat(Uint8Array.of(6), publicKey);
  const outputName = concat(Uint8Array.of(2), publicKey);
  const tapName = concat(Uint8Array.of(0x16), publicKey.subarray(1));

  test('is read where it is a key and a path', async () => {
    expect(await outcomeOf(withField(name, new Uint8Array(4)))).toBe('read');
    expect(await outcomeOf(withField(tapName, new Uint8Array(5)))).toBe('read');
  });

  test.each([
    ['twice', withField(name, new Uint8Array(4), 2)],
    ['without a path', withField(name, new Uint8Array(0))],
    ['with half a step', withField(name, new Uint8Array(6))],
    ['of a short key', withField(name.subarray(0, 33), new Uint8Array(4))],
    ['of a key that is none', withField(concat(Uint8Array.of(6, 5), publicKey.subarray(1)), new Uint8Array(4))],
    ['of Taproot with more leaves than there are', withField(tapName, Uint8Array.of(1, 0, 0, 0, 0))],
    ['of Taproot by a whole key', withField(concat(Uint8Array.of(0x16), publicKey), new Uint8Array(5))],
    ['behind the last output', concat(whole, fieldOf(outputName, new Uint8Array(4)), Uint8Array.of(0))],
    ['behind the last output, without an end', concat(whole, fieldOf(outputName, new Uint8Array(4)))],
  ])('is refused %s', async (_, psbt) => {
    await expect(read(psbt)).rejects.toThrow('a derived key');
  });
});
