import type { SignRawPayloadResult } from '../../contract/signing.js';

/** A signature in the forms that Ethereum tools accept. */
export type WalletSignature = {
  /** `0x` and 65 bytes in hex: r, s and v. */
  readonly hex: `0x${string}`;
  /** `0x` and 32 bytes in hex, as `s`. */
  readonly r: `0x${string}`;
  readonly s: `0x${string}`;
  /** 27 + `yParity`. */
  readonly v: bigint;
  readonly yParity: 0 | 1;
};

/** The signature of the service's answer. @see ERC-191 */
export function walletSignature({ r, s, v }: SignRawPayloadResult): WalletSignature {
  const yParity = v === '01' ? 1 : 0;
  return { hex: `0x${r}${s}${yParity ? '1c' : '1b'}`, r: `0x${r}`, s: `0x${s}`, v: 27n + BigInt(yParity), yParity };
}
