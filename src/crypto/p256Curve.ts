/** P-256: y² = x³ - 3x + b over the field of p. SP 800-186, section 3.2.1.3. */
export const fieldPrime: bigint = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
/** The number of points, which every scalar is below. */
export const groupOrder: bigint = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** y² at an x, whether or not a point stands there. Public values only: BigInt is not constant-time. */
export function ySquaredAt(x: bigint): bigint {
  return (x ** 3n + (fieldPrime - 3n) * x + b) % fieldPrime;
}

/** A square root in the field, if `square` has one: p = 3 mod 4, so that the power of (p + 1) / 4 is it. */
export function squareRoot(square: bigint): bigint {
  let root = 1n;
  let factor = square;
  for (let exponent = (fieldPrime + 1n) / 4n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) root = (root * factor) % fieldPrime;
    factor = (factor * factor) % fieldPrime;
  }
  return root;
}
