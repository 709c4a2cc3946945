/** Guesses that one code allows. */
const guessesAtACode = 3;

/**
 * How likely `guesses` wrong-or-right guesses take an account: three different ones at each code, every code drawn afresh, so that
 * 1 − (1 − 3/N)^⌊g/3⌋ · (1 − (g mod 3)/N), which is below g/N.
 *
 * @param codes - N, how many codes there are.
 */
export function takenWithin(guesses: number, codes: number): number {
  const whole = Math.floor(guesses / guessesAtACode);
  const rest = guesses % guessesAtACode;
  // By logarithms: at 32⁹ codes, 1 − 3/N and its powers differ from 1 by less than a double keeps well.
  return -Math.expm1(whole * Math.log1p(-guessesAtACode / codes) + Math.log1p(-rest / codes));
}

/** How often chance makes as many as `count` or more, or as few as `count` or fewer, where `expected` are expected (Poisson). */
export function chanceOfMore(count: number, expected: number): { asMany: number; asFew: number } {
  let term = Math.exp(-expected);
  let below = 0;
  for (let k = 0; k < count; k += 1) {
    below += term;
    term *= expected / (k + 1);
  }
  return { asMany: Math.max(0, 1 - below), asFew: Math.min(1, below + term) };
}
