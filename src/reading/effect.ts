/**
 * What a transaction does, read from its bytes, if it does one thing and nothing else: it sends coins or tokens, or lets somebody else
 * take tokens. Addresses of Ethereum are in lower case behind 0x, those of Solana in base58.
 *
 * @example
 * { does: 'send', amount: '1.5', unit: 'coin', symbol: 'ETH', to: '0x9955…', feeLimit: '0.0004' }
 */
export interface TransactionEffect {
  /** `allow`: lets `to` take up to the amount, at any time. `allowAll`: lets `to` take all tokens of the contract; `forbidAll` ends that. */
  readonly does: 'send' | 'allow' | 'allowAll' | 'forbidAll';
  /** How much, to the last digit, like `1.5`; of an NFT its id. `undefined`: without limit. */
  readonly amount: string | undefined;
  /**
   * What the amount counts: whole coins; whole tokens, where their decimals are known; a token's smallest units; NFTs, by
   * id. `claimed token`: whole tokens as the token's own contract says, which may say anything: neither amount nor symbol is to be relied on.
   * `smallest or NFT`: some calls have the same bytes for both. `unlimited or NFT`: more smallest units than any token has, or the
   * NFT of that id.
   */
  readonly unit: 'coin' | 'token' | 'claimed token' | 'smallest' | 'smallest or NFT' | 'unlimited or NFT' | 'NFT';
  /** The token: the address of its contract, of Solana its mint. `undefined` for the chain's coin. */
  readonly token: string | undefined;
  /** The token's symbol, like `USDC`, where the app or the kit knows the token, or its contract says one. */
  readonly tokenSymbol?: string | undefined;
  /** Who gives, if that is not the signer; of tokens of Solana, the token account that they leave. */
  readonly from: string | undefined;
  /** Who receives, or who is allowed to take. Tokens of Solana are sent to a token account, which belongs to somebody. */
  readonly to: string;
  /** The symbol of the chain's coin, like `ETH`. */
  readonly symbol: string;
  /** The most that the chain may charge for the execution, in whole coins. Layer 2s may charge for data besides. */
  readonly feeLimit: string;
  /** The chain's name, where it is neither Ethereum itself nor Solana. */
  readonly chain: string | undefined;
}

/** Whether it takes a permission back: an allowance of 0 replaces an earlier one. */
export const takesBack = ({ does, amount }: Pick<TransactionEffect, 'does' | 'amount'>): boolean =>
  does === 'forbidAll' || (does === 'allow' && amount === '0');

/** Every digit of a number of smallest units: 1,500,000 with 6 decimals is `1.5`. */
export function decimalOf(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const wholes = digits.length - decimals;
  const rest = digits.slice(wholes).replace(/0+$/, '');
  return rest === '' ? digits.slice(0, wholes) : `${digits.slice(0, wholes)}.${rest}`;
}
