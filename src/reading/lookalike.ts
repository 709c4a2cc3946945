import type { SignatureFacts } from './signatureFacts.js';

/** An address that looks like a known one, and the known one. */
export type Lookalike = { readonly address: string; readonly known: string };

/** The facts with the danger that is not in the bytes. */
export const withLookalikes = (facts: SignatureFacts, lookalikes: readonly Lookalike[] = []): SignatureFacts =>
  lookalikes.length > 0 ? { ...facts, dangers: [...facts.dangers, 'LOOKALIKE'] } : facts;

/**
 * Finds the address among the known ones that another one looks like: the same first four and last four digits, which is what people
 * compare, and another middle. `undefined` where it is like none of them, or is one of them.
 *
 * @param known - of Ethereum behind 0x, in any case, or of Solana.
 */
export function lookalikesAmong(known: readonly string[]): (address: string) => string | undefined {
  const all = new Set<string>();
  const byEnds = new Map<string, string>();
  for (const each of known) {
    const digits = comparable(each);
    const ends = endsOf(digits);
    all.add(digits);
    if (digits.length > 8 && !byEnds.has(ends)) byEnds.set(ends, each);
  }
  return (address) => {
    const own = comparable(address);
    return all.has(own) ? undefined : byEnds.get(endsOf(own));
  };
}

/**
 * Where the middles of two such addresses differ first, and where they are alike again: the part of the first one to look at.
 *
 * @returns the beginning of the part, and its end, in characters.
 */
export function differenceOf(address: string, other: string): readonly [start: number, end: number] {
  const [one, two] = [comparable(address), comparable(other)];
  const letters = Array.from(one, (_, at) => at);
  const start = letters.find((at) => one[at] !== two[at]) ?? one.length;
  const end = letters.findLast((at) => one.at(at - one.length) !== two.at(at - one.length)) ?? start;
  const prefix = address.length - one.length;
  return [start + prefix, Math.max(end + 1, start) + prefix];
}

/** Addresses of Ethereum in lower case and without 0x; those of Solana have cases that differ. */
const comparable = (address: string): string => (/^0x/i.test(address) ? address.slice(2).toLowerCase() : address);

const endsOf = (digits: string): string => `${digits.slice(0, 4)}…${digits.slice(-4)}`;
