/** P-256: y² = x³ - 3x + b over the field of p. SP 800-186, section 3.2.1.3. */
export const fieldPrime: bigint = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
/** The number of points, which every scalar is below. */
export const groupOrder: bigint = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** y² at an x, whether or not a point stands there. Public values only: BigInt is not constant-time. */
export function ySquaredAt(x: bigint): bigint {
  return (x ** 3n + (fieldPrime - 3n) * x + b) % fieldPrime;
}

/**
 * A square root in the field, if `square` has one: p = 3 mod 4, so that the power of (p + 1) / 4 is it. That exponent is
 * (((2^32 - 1) 2^32 + 1) 2^96 + 1) 2^94.
 */
export function squareRoot(square: bigint): bigint {
  let ones = square; // the power of 2^n - 1, for n of 1, 2, 4, 8, 16, 32
  for (let n = 1; n < 32; n *= 2) ones = (squared(ones, n) * ones) % fieldPrime;
  const high = (squared(ones, 32) * square) % fieldPrime;
  return squared((squared(high, 96) * square) % fieldPrime, 94);
}

/** Squares so many times. */
function squared(value: bigint, times: number): bigint {
  let power = value;
  for (let done = 0; done < times; done++) power = (power * power) % fieldPrime;
  return power;
}
