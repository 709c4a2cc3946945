import type { AddressFormat, Curve } from '../../../contract/shapes.js';
import type { Bytes } from '../../../crypto/bytes.js';
import type { Primitives } from '../../primitives.js';

/** Who is to sign: what is known of a key without opening it. `publicKey`: as the account has it. */
export type PublicSigner = {
  readonly curve: Curve;
  readonly publicKey: Bytes;
  /** Of the address that names it; `undefined` where none does. */
  readonly addressFormat: AddressFormat | undefined;
};

/** A transaction that has been read whole. */
export type UnsignedTransaction<Facts> = {
  /** What policies read of it. */
  readonly facts: Facts;
  /** @param secretKey - 32 bytes, not wiped here. @returns the signed transaction, in the encoding it came in. */
  readonly sign: (primitives: Primitives, secretKey: Bytes) => Promise<Bytes>;
};
