import { between, type Chance, pick, seeded } from './chance.js';

/** Copies of a text with one character replaced, added or removed. The same copies for the same seed. */
export function mutationsOf(text: string, count: number, seed: number): string[] {
  const chance = seeded(seed);
  return Array.from({ length: count }, () => mutated(text, chance));
}

function mutated(text: string, chance: Chance): string {
  const at = Math.floor(between(chance, 0, text.length));
  const { [at]: was = '' } = text;
  const other = pick(
    chance,
    [...(/[0-9a-f]/.test(was) ? hexDigits : marks)].filter((character) => character !== was),
  );
  const before = text.slice(0, at);
  const kind = chance();
  if (kind < 0.8) return before + other + text.slice(at + 1);
  return kind < 0.9 ? before + other + text.slice(at) : before + text.slice(at + 1);
}

const hexDigits = '0123456789abcdef';
const marks = '"{}[]:,.\\-+_zGÄ';
