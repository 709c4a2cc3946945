import type { ReviewMessages } from './reviewMessages.js';

/** A fee in words: where it may become a little more, it is about so much. */
export const feeIn = (review: Pick<ReviewMessages, 'atMost' | 'about'>, amount: string, isAbout: boolean): string =>
  isAbout ? review.about(amount) : review.atMost(amount);
