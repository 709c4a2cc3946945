/** Guesses that the service compares with one code. */
const guessesPerCode = 3;

/**
 * The probability that an account is taken by `guesses` guesses, three different ones for each of its random codes:
 * 1 − (1 − 3/N)^⌊g/3⌋ · (1 − (g mod 3)/N), which is below g/N.
 *
 * @param codes - N, how many different codes exist.
 */
export function takenWithin(guesses: number, codes: number): number {
  const whole = Math.floor(guesses / guessesPerCode);
  const rest = guesses % guessesPerCode;
  // By logarithms, because for 32⁹ codes the powers of 1 − 3/N are too near to 1 for the precision of a double.
  return -Math.expm1(whole * Math.log1p(-guessesPerCode / codes) + Math.log1p(-rest / codes));
}

/** The probabilities of `count` or more events, and of `count` or fewer, if `expected` are expected (Poisson distribution). */
export function chanceOfMore(count: number, expected: number): { asMany: number; asFew: number } {
  let term = Math.exp(-expected);
  let below = 0;
  for (let k = 0; k < count; k += 1) {
    below += term;
    term *= expected / (k + 1);
  }
  return { asMany: Math.max(0, 1 - below), asFew: Math.min(1, below + term) };
}
