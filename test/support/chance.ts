/** Numbers from 0 to 1, the same ones for the same seed. */
export type Chance = () => number;

/** Repeatable random numbers: print the seed. (mulberry32; for the choices of a check, never for secrets.) */
export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;

export const between = (chance: Chance, low: number, high: number): number => low + chance() * (high - low);
