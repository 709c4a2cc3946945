import { type Chance, pick } from '../../../test/support/chance.js';
import type { Target } from '../target.js';
import { mutated, stretched } from './mutate.js';

/** Of so many inputs, one is stretched as far as the target goes. */
const stretchedOneIn = 5_000;

/** The next input: one of the pool, changed by someone who knows its form or by someone who does not, or by both. */
export async function nextInput(chance: Chance, target: Target, pool: readonly string[]): Promise<string> {
  const input = pick(chance, pool);
  if (chance() * stretchedOneIn < 1) return stretched(chance, input, target.longest);
  if (chance() * 100 >= target.bentPercent) return mutated(chance, input, pick(chance, pool), target);
  const bent = await target.bend(chance, input);
  return chance() < 0.1 ? mutated(chance, bent, pick(chance, pool), target) : bent.slice(0, target.longest);
}

/** Those that are changed further. A stretched one would make each of its descendants as dear as itself. */
export const changeable = ({ most }: Target, inputs: readonly string[]): string[] =>
  inputs.filter((input) => input.length <= most);
