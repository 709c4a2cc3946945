/** What is asked about: a fee, the coins that it is paid for, and whose coins they are. */
type Fee = {
  /** The most that the chain may charge, in whole coins, like `0.0004`. */
  readonly feeLimit: string;
  /** What is paid, in whole coins. `undefined`: something else than a payment of coins, or not that alone. */
  readonly paid: string | undefined;
  readonly coin: {
    readonly symbol: string;
    /** From how many whole coins on a fee is high. Default: 0.1 ETH, BNB or SOL, 1 of any other coin. */
    readonly highFee?: number | undefined;
  };
};

/**
 * Whether a largest fee is so high that a person should look twice. Coins have no price here, so there are two bounds:
 *
 * - for whatever it is, the chain's `highFee`: nodes that are made from geth send nothing dearer than a whole coin on anybody's behalf;
 * - for a payment of coins, also a fee that is more than the payment, from a tenth of `highFee` on: of ETH 0.01, which is 21,000 units of
 *   gas at 476 gwei. A small payment on a busy chain costs less than that, so its fee is no danger, though it may be more than the payment.
 *
 * @see geth, `--rpc.txfeecap`; Electrum, whose warning of a fee beyond a part of the amount leaves small amounts out, too
 */
export function isFeeHigh({
  feeLimit,
  paid,
  coin: { symbol, highFee = dearCoins.has(symbol) ? 0.1 : 1 },
}: Fee): boolean {
  const fee = Number(feeLimit);
  return fee >= highFee || (paid !== undefined && fee > Number(paid) && fee >= highFee / 10);
}

/** One of them is worth hundreds of what others are. */
const dearCoins: ReadonlySet<string> = new Set(['ETH', 'BNB', 'SOL']);
