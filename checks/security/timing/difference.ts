/** The difference between two samples of times. */
export type Difference = {
  /** The median of the second sample minus that of the first, in milliseconds. */
  readonly medianMs: number;
  readonly medians: readonly [number, number];
  /** Welch's t of all times, and of the times below the ninth decile of both samples together. */
  readonly t: number;
  readonly croppedT: number;
};

/**
 * Compares two samples. A single pause of the machine can hide a small difference of the means; without the slowest tenth it cannot.
 * Both values of t must be small.
 *
 * @see Reparaz, Balasch, Verbauwhede: Dude, is my code constant time? (2017), for cropping and for |t| below 4.5
 */
export function difference(first: readonly number[], second: readonly number[]): Difference {
  const bound = quantile([...first, ...second], 0.9);
  const below = (times: readonly number[]) => times.filter((ms) => ms <= bound);
  const medians = [quantile(first, 0.5), quantile(second, 0.5)] as const;
  return {
    medianMs: medians[1] - medians[0],
    medians,
    t: welch(first, second),
    croppedT: welch(below(first), below(second)),
  };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Welch's statistic: the difference of the means in its standard errors. */
function welch(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [moments(first), moments(second)];
  const error = Math.sqrt(a.variance / first.length + b.variance / second.length);
  return error === 0 ? 0 : (b.mean - a.mean) / error;
}

function moments(times: readonly number[]): { mean: number; variance: number } {
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const variance = times.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / Math.max(1, times.length - 1);
  return { mean, variance };
}
