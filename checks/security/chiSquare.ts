/** The result of a chi-square test: Pearson's statistic, its degrees of freedom, and the p-value. */
export type Fit = { readonly statistic: number; readonly freedom: number; readonly p: number };

/** Pearson's test that all cells are equally likely. */
export function uniformFit(counts: ArrayLike<number>): Fit {
  const cells = Array.from(counts);
  const expected = cells.reduce((sum, count) => sum + count, 0) / cells.length;
  const statistic = cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = cells.length - 1;
  return { statistic, freedom, p: upperGamma(freedom / 2, statistic / 2) };
}

/**
 * The regularized upper incomplete gamma function Q(a, x), for `x` from 0.
 *
 * @see NIST Digital Library of Mathematical Functions, 8.7.1 (the series), 8.9.2 (the continued fraction)
 */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * series(a, x) : front * fraction(a, x);
}

const precise = 1e-14;

/** 1/a + x/(a(a+1)) + x²/(a(a+1)(a+2)) + … */
function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; Math.abs(term) > precise * Math.abs(sum); n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** 1/(x+1−a − 1(1−a)/(x+3−a − 2(2−a)/(x+5−a − …))), evaluated from the back: 10,000 levels are far more than x ≥ a+1 needs here. */
function fraction(a: number, x: number): number {
  const levels = 10_000;
  let value = 0;
  for (let n = levels; n >= 1; n -= 1) value = (n * (n - a)) / (x + 2 * n + 1 - a - value);
  return 1 / (x + 1 - a - value);
}

/** Stirling's series after shifting the argument above 10. */
function logGamma(a: number): number {
  let shift = 0;
  let z = a;
  for (; z < 10; z += 1) shift += Math.log(z);
  const inverse = 1 / z;
  const tail = inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260 - inverse ** 7 / 1680;
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + tail - shift;
}
