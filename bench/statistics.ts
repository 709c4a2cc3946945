/** A quantile, interpolated between two values: `quantile(values, 0.5)` is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** How many times longer `theirs` took, compared round by round, so that a slow round does not matter. */
export const medianRatio = (theirs: readonly number[], ours: readonly number[]): number =>
  median(theirs.map((value, round) => value / (ours[round] ?? Number.NaN)));

/** The interquartile range as text: `p25–p75 61.2–64.8 µs`. */
export function middleHalf(values: readonly number[], unit: string, digits: number): string {
  return `p25–p75 ${quantile(values, 0.25).toFixed(digits)}–${quantile(values, 0.75).toFixed(digits)} ${unit}`;
}
