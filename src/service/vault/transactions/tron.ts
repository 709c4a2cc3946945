import { type Bytes, concat } from '../../../crypto/bytes.js';
import { sha256 } from '../../../crypto/digest.js';
import { toHex } from '../../../crypto/hex.js';
import { checkCurve, malformedTransaction } from './malformed.js';
import { messageReader, writeBytes } from './protobuf.js';
import { readTronContract, type TronContract } from './tronContracts.js';
import type { PublicSigner, UnsignedTransaction } from './unsigned.js';

/** What policies read of it: bytes as hex, times in milliseconds since 1970, amounts in sun. */
export type TronTransactionFacts = {
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: bigint;
  readonly timestamp: bigint;
  readonly data: string;
  readonly fee_limit: bigint;
  readonly contract: readonly TronContract[];
};

/**
 * Reads `raw_data`, the part that is signed. Who may sign for its owner, the chain alone knows: an owner may have given permissions.
 *
 * @returns signed: the whole transaction, `raw_data` and one signature of 65 bytes, as nodes take it.
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_SIGNER_MISMATCH
 * @see tronprotocol/protocol, core/Tron.proto, `Transaction.raw`
 */
export async function readTronTransaction(
  bytes: Bytes,
  signer: PublicSigner,
): Promise<UnsignedTransaction<{ readonly tron: { readonly tx: TronTransactionFacts } }>> {
  checkCurve(signer, 'CURVE_SECP256K1');
  const raw = messageReader(bytes);
  const contracts = raw.list(11);
  const [first, ...more] = contracts;
  if (first === undefined || more.length > 0) throw malformedTransaction('it must have one contract');
  const contract = await readTronContract(first);
  const facts: TronTransactionFacts = {
    ref_block_bytes: toHex(raw.bytes(1) ?? new Uint8Array()),
    ref_block_hash: toHex(raw.bytes(4) ?? new Uint8Array()),
    expiration: raw.integer(8) ?? 0n,
    timestamp: raw.integer(14) ?? 0n,
    data: toHex(raw.bytes(10) ?? new Uint8Array()),
    fee_limit: raw.integer(18) ?? 0n,
    contract: [contract],
  };
  raw.checkAllRead();
  return {
    facts: { tron: { tx: facts } },
    async sign({ secp256k1 }, secretKey) {
      const { r, s, recovery } = await secp256k1.sign(await sha256(bytes), secretKey);
      const signature = concat(r, s, Uint8Array.of(27 + recovery));
      return concat(writeBytes(1, bytes), writeBytes(2, signature));
    },
  };
}
