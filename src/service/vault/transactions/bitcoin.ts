import { refused } from '../../../contract/refusals.js';
import { type Bytes, concat, equalBytes } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { inSlices, newSlices } from '../../slices.js';
import { bitcoinFormat, bitcoinNetworks, bitcoinPayment, btcSigner } from '../addresses/bitcoin.js';
import { type EarlierTransaction, putBack } from './earlierTransactions.js';
import { checkCurve, malformedTransaction } from './malformed.js';
import { checkPsbt } from './psbtBudget.js';
import { setDerivationsAside } from './psbtDerivations.js';
import type { PublicSigner, UnsignedTransaction } from './unsigned.js';

/**
 * What policies read of it. Ids and scripts are hex. `address` and `address_type` (p2pkh, p2sh, p2wpkh, p2wsh, p2tr) are empty where a
 * script has none. `fee`, in satoshis, is there where the values of all inputs are proved: by the whole transaction that they come
 * from, or, since its signature is over all of them, by Taproot.
 */
export type BitcoinTransactionFacts = {
  readonly version: string;
  readonly inputs: readonly { readonly tx_id: string; readonly vout: bigint; readonly sequence: bigint }[];
  readonly outputs: readonly {
    readonly value: bigint;
    readonly script_pubkey: string;
    readonly address: string;
    readonly address_type: string;
  }[];
  /** `Blocks` below 500,000,000, else `Seconds` since 1970. */
  readonly locktime: { readonly amount: bigint; readonly type: 'Blocks' | 'Seconds' };
  readonly fee?: bigint;
};

/**
 * Reads a PSBT (version 0 or 2), of which this key signs every input that asks for it, with SIGHASH_ALL, of Taproot with
 * SIGHASH_DEFAULT. It comes back signed, not finalised; what others signed stays.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_SIGNER_MISMATCH
 * @see BIP-174, BIP-370, BIP-371
 */
export async function readBitcoinTransaction(
  bytes: Bytes,
  signer: PublicSigner,
): Promise<UnsignedTransaction<{ readonly bitcoin: { readonly tx: BitcoinTransactionFacts } }>> {
  checkCurve(signer, 'CURVE_SECP256K1');
  checkPsbt(bytes);
  const { rest, derivations } = setDerivationsAside(bytes);
  const { Transaction } = await btcSigner();
  const slices = newSlices();
  const psbt = attempt('no PSBT', () =>
    Transaction.fromPSBT(rest, {
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      allowLegacyWitnessUtxo: true,
      unknown: 'ignore',
    }),
  );
  if (slices.isDue()) await slices.take();
  // They could not come back: of what is behind its maps the library reads nothing.
  const maps = psbt.inputsLength + psbt.outputsLength;
  if ([...derivations.keys()].some((map) => map > maps)) throw malformedTransaction('a derived key');
  if (psbt.inputsLength > mostInputs) throw malformedTransaction(`at most ${mostInputs} inputs`);
  const network = signer.addressFormat ? (bitcoinFormat(signer.addressFormat)?.network ?? 'MAINNET') : 'MAINNET';
  const scripts = await scriptsOf(signer.publicKey);
  const inputs = Array.from({ length: psbt.inputsLength }, (_, index) => psbt.getInput(index));
  const earlier = await setAside(psbt, inputs);
  const asked = await inSlices(inputs, (input, index) => {
    const payment = scripts.find(({ script }) => isSame(script, previousOutput(input)?.script));
    if (payment) complete(psbt, index, payment);
    return payment || namesKey(input, signer.publicKey) ? [index] : [];
  });
  const toSign = asked.flat();
  if (toSign.length === 0) throw refused('TRANSACTION_SIGNER_MISMATCH', { about: 'no input asks this key to sign' });
  const { Address, OutScript } = await btcSigner();
  const coder = Address((await bitcoinNetworks())[network]);
  const where = (script: Bytes) => {
    if (script.length > longestOfAddress) return { address: '', address_type: '' };
    try {
      const read = OutScript.decode(script);
      return {
        address: coder.encode(read as Parameters<typeof coder.encode>[0]),
        address_type: addressTypes[read.type] ?? '',
      };
    } catch {
      return { address: '', address_type: '' };
    }
  };
  return {
    facts: { bitcoin: { tx: await factsOf(psbt, inputs, where) } },
    async sign(_primitives, secretKey) {
      const { getInputType } = await btcSigner();
      for (const index of toSign) {
        // Refuses one without a witness whose earlier transaction is not there: its value could be a lie.
        if (!inputs[index]?.nonWitnessUtxo) attempt(`input ${index}`, () => getInputType(psbt.getInput(index)));
        await signInput(psbt, index, { publicKey: signer.publicKey, secretKey });
      }
      return putBack(new Uint8Array(psbt.toPSBT()), { earlier, derivations });
    },
  };
}

/** Bytes of a script: of an address of Taproot, or of the hash of a script. A longer one has none, and may have very many keys. */
const longestOfAddress = 34;

/** Each costs milliseconds. */
const mostInputs = 100;

/**
 * Signs an input. Of Taproot the leaves with this key are signed one by one, since after each signature the library proves all that are
 * there.
 */
async function signInput(
  psbt: Psbt,
  index: number,
  { publicKey, secretKey }: { readonly publicKey: Bytes; readonly secretKey: Bytes },
): Promise<void> {
  const noise = new Uint8Array(32); // deterministic, as every other signature is
  const sign = () => attempt(`input ${index}`, () => psbt.signIdx(secretKey, index, undefined, noise));
  const { tapLeafScript: leaves = [] } = psbt.getInput(index);
  const own = leaves.filter(([, script]) => namesLeaf(script, publicKey));
  if (own.length < 2) {
    sign();
    return others();
  }
  for (const leaf of own) {
    // Without a script a leaf is taken away.
    const alone = leaves.map((each): [Leaf[0], Leaf[1] | undefined] => [each[0], each === leaf ? each[1] : undefined]);
    psbt.updateInput(index, { tapLeafScript: alone as Leaf[] }, true);
    await others();
    sign();
    await others();
  }
  psbt.updateInput(index, { tapLeafScript: leaves }, true);
}

/** Lets the event loop turn. */
const others = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

type Psbt = InstanceType<Awaited<ReturnType<typeof btcSigner>>['Transaction']>;
type Input = ReturnType<Psbt['getInput']>;
type Leaf = NonNullable<Input['tapLeafScript']>[number];
type Payment = Awaited<ReturnType<typeof bitcoinPayment>>;

const addressTypes: Readonly<Record<string, string>> = {
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'p2wpkh',
  wsh: 'p2wsh',
  tr: 'p2tr',
};

function attempt<Value>(what: string, use: () => Value): Value {
  try {
    return use();
  } catch (cause) {
    throw malformedTransaction(what, cause);
  }
}

/**
 * Leaves of the earlier transactions, which the library has checked, the outputs alone that are spent.
 *
 * @returns what {@link putBack} takes.
 */
async function setAside(psbt: Psbt, inputs: readonly Input[]): Promise<ReadonlyMap<number, EarlierTransaction>> {
  const { CompactSize, RawTx } = await btcSigner();
  const earlier = new Map<number, EarlierTransaction>();
  await inSlices(inputs, (input, index) => {
    const { nonWitnessUtxo, witnessUtxo } = input;
    if (!nonWitnessUtxo) return;
    const written = RawTx.encode(nonWitnessUtxo);
    const field = concat(Uint8Array.of(1, 0), CompactSize.encode(BigInt(written.length)) as Bytes, written as Bytes);
    earlier.set(index, { field, hasOutput: witnessUtxo !== undefined });
    const spent = previousOutput(input);
    const alone: object = { nonWitnessUtxo: undefined, ...(spent && { witnessUtxo: spent }) };
    attempt(`input ${index}`, () => psbt.updateInput(index, alone as Input, true));
  });
  return earlier;
}

/** The scripts of one key are the same on every network. */
const scriptsOf = (publicKey: Bytes): Promise<Payment[]> =>
  inSlices(['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const, (kind) => bitcoinPayment(publicKey, kind, 'MAINNET'));

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && equalBytes(new Uint8Array(one), new Uint8Array(other));

function previousOutput(input: Input): { readonly amount: bigint; readonly script: Uint8Array } | undefined {
  const whole = input.index === undefined ? undefined : input.nonWitnessUtxo?.outputs[input.index];
  return whole ?? input.witnessUtxo;
}

/** Adds what a PSBT may omit in an input of this key alone, since it follows from the key. */
function complete(psbt: Psbt, index: number, payment: Payment): void {
  const { redeemScript, witnessScript, tapInternalKey } = payment as Payment & {
    readonly [Name in 'redeemScript' | 'witnessScript' | 'tapInternalKey']?: Uint8Array;
  };
  const known = {
    ...(redeemScript && { redeemScript }),
    ...(witnessScript && { witnessScript }),
    ...(tapInternalKey && { tapInternalKey }),
  };
  if (Object.keys(known).length > 0) attempt(`input ${index}`, () => psbt.updateInput(index, known, true));
}

/** Whether this is one of the keys of a script of several. */
function namesKey(input: Input, publicKey: Bytes): boolean {
  const own = toHex(publicKey);
  const script = input.witnessScript ?? input.redeemScript;
  const leaves = input.tapLeafScript?.map(([, leaf]) => leaf) ?? [];
  return (
    (script !== undefined && toHex(new Uint8Array(script)).includes(`21${own}`)) ||
    leaves.some((leaf) => namesLeaf(leaf, publicKey)) ||
    isSame(input.tapInternalKey, publicKey.subarray(1))
  );
}

const namesLeaf = (leaf: Uint8Array, publicKey: Bytes): boolean =>
  toHex(new Uint8Array(leaf)).includes(`20${toHex(publicKey.subarray(1))}`);

type Where = (script: Bytes) => { readonly address: string; readonly address_type: string };

async function factsOf(psbt: Psbt, inputs: readonly Input[], where: Where): Promise<BitcoinTransactionFacts> {
  const places = Array.from({ length: psbt.outputsLength }, (_, index) => index);
  const outputs = await inSlices(places, (index) => {
    const { amount, script } = psbt.getOutput(index);
    if (amount === undefined || script === undefined) throw malformedTransaction(`output ${index}`);
    const bytes = new Uint8Array(script);
    return { value: amount, script_pubkey: toHex(bytes), ...where(bytes) };
  });
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
  const values = inputs.map(provedValue);
  const fee = values.every((value) => value !== undefined)
    ? values.reduce((sum, value) => sum + value, 0n) - paid
    : -1n;
  return {
    version: String(psbt.version),
    inputs: inputs.map(({ txid, index, sequence }) => ({
      tx_id: toHex(new Uint8Array(txid ?? [])),
      vout: BigInt(index ?? 0),
      sequence: BigInt(sequence ?? 0xffffffff),
    })),
    outputs,
    locktime: { amount: BigInt(psbt.lockTime), type: psbt.lockTime < 500_000_000 ? 'Blocks' : 'Seconds' },
    ...(fee >= 0n && { fee }),
  };
}

function provedValue(input: Input): bigint | undefined {
  const output = previousOutput(input);
  const [version, length] = output?.script ?? [];
  const isTaproot = version === 0x51 && length === 32 && output?.script.length === 34;
  return input.nonWitnessUtxo || isTaproot ? output?.amount : undefined;
}
