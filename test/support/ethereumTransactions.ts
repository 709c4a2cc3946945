import { keccak_256 } from '@noble/hashes/sha3.js';
import { Transaction } from 'micro-eth-signer';
import { utf8 } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';

type Form = 'legacy' | 'eip2930' | 'eip1559';

/** An unsigned transaction in hex: of EIP-1559 on Ethereum, unless said otherwise. */
export function ethereumTransaction(parts: { readonly to: string; readonly [field: string]: unknown }, form?: Form) {
  const fees = { gasLimit: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, accessList: [] };
  const raw = { value: 0n, nonce: 0n, chainId: 1n, data: '', ...(form === undefined && fees), ...parts };
  const transaction = new Transaction(form ?? 'eip1559', raw as never, { strict: false });
  return transaction.toHex({ includeSignature: false } as never);
}

/** The data of a call, in hex. Arguments are numbers, or addresses behind 0x. */
export function callData(signature: string, ...words: readonly (string | bigint)[]): string {
  const selector = toHex(new Uint8Array(keccak_256(utf8(signature)).slice(0, 4)));
  const hex = words.map((word) => (typeof word === 'bigint' ? word.toString(16) : word.replace('0x', '')));
  return `0x${selector}${hex.map((word) => word.padStart(64, '0')).join('')}`;
}
