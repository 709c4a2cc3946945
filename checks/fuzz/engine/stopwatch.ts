/** Starts a measurement. The returned function gives the milliseconds since then. */
export type Stopwatch = () => () => number;

/** The elapsed time or the CPU time of the process, whichever is shorter: neither is shorter than the work itself. */
export const shorterTime: Stopwatch = () => {
  const start = performance.now();
  const workedBefore = workedMs();
  return () => Math.min(workedMs() - workedBefore, performance.now() - start);
};

/**
 * How many times as long as on the machine that the bounds are for this one works now: 1 to 3. A processor that is slow, or shared with
 * others, makes all work long.
 */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const passedMs = shorterTime();
    hashed(10_000_000);
    return passedMs();
  });
  return Math.min(3, Math.max(1, Math.min(...times) / hashedMs));
}

/** That work there, in milliseconds. */
const hashedMs = 11;

function hashed(times: number): number {
  let hash = 0;
  for (let at = 0; at < times; at += 1) hash = Math.imul(hash ^ (at & 0xff), 0x01000193);
  return hash;
}

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
