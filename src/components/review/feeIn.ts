import type { ReviewMessages } from '../english/reviewMessages.js';

type Fee = {
  /** It may become a little more. */
  readonly isFeeAbout: boolean;
  /** What the chain takes for the bytes comes on top of it, and is not known. */
  readonly lacksDataFee?: boolean | undefined;
};

/** A fee in words. */
export function feeIn(
  { about, atMost, plusData }: Pick<ReviewMessages, 'atMost' | 'about' | 'plusData'>,
  amount: string,
  { isFeeAbout, lacksDataFee }: Fee,
): string {
  if (lacksDataFee) return plusData(amount);
  return isFeeAbout ? about(amount) : atMost(amount);
}
