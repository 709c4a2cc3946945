import { type Chance, pick } from '../../../test/support/chance.js';
import type { Target } from '../target.js';
import { mutated, stretched } from './mutate.js';

/** One of this many inputs is stretched. */
const stretchedOneIn = 5_000;

/** Changes an input of the pool: by its form, unit by unit, or both. */
export async function nextInput(chance: Chance, target: Target, pool: readonly string[]): Promise<string> {
  const input = pick(chance, pool);
  if (chance() * stretchedOneIn < 1) return stretched(chance, input, target.stretchedUnits);
  if (chance() * 100 >= target.structuredPercent) return mutated(chance, input, pick(chance, pool), target);
  const changed = await target.mutate(chance, input);
  return chance() < 0.1
    ? mutated(chance, changed, pick(chance, pool), target)
    : changed.slice(0, target.stretchedUnits);
}

/** The inputs for the pool. Stretched ones are left out: every change of one would take as long as it does. */
export const changeable = ({ maxUnits }: Target, inputs: readonly string[]): string[] =>
  inputs.filter((input) => input.length <= maxUnits);
