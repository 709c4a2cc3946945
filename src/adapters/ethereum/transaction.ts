/** Bytes in hex behind `0x`. */
export type Hex = `0x${string}`;

/** A whole number of at least 0: a bigint, or a number up to 2^53 - 1. */
export type Quantity = number | bigint;

/** Storage that a transaction says it uses. @see EIP-2930 */
export type AccessList = readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[];

/** By which an account runs a contract's code: `address` is the contract's. @see EIP-7702 */
export type ListedAuthorization = {
  readonly address: Hex;
  readonly chainId: Quantity;
  readonly nonce: Quantity;
  readonly r: Hex;
  readonly s: Hex;
  /** One of the two is needed. `v`: 27 or 28. */
  readonly yParity?: number | undefined;
  readonly v?: bigint | undefined;
};

/** A transaction as viem writes it. An amount that is left out is 0; without `type`, the fields decide. */
export interface TransactionToSign {
  /** `legacy`, `eip2930`, `eip1559` or `eip7702`. */
  readonly type?: string | undefined;
  readonly chainId?: Quantity | undefined;
  /** The sender. Another one than the account is refused. */
  readonly from?: Hex | undefined;
  readonly nonce?: Quantity | undefined;
  readonly gas?: Quantity | undefined;
  /** In wei, as `maxFeePerGas` and `maxPriorityFeePerGas`. */
  readonly gasPrice?: Quantity | undefined;
  readonly maxFeePerGas?: Quantity | undefined;
  readonly maxPriorityFeePerGas?: Quantity | undefined;
  /** Left out where a contract is created. */
  readonly to?: Hex | null | undefined;
  /** In wei. */
  readonly value?: Quantity | undefined;
  readonly data?: Hex | undefined;
  readonly accessList?: AccessList | undefined;
  readonly authorizationList?: readonly ListedAuthorization[] | undefined;
}
