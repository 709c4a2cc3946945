import type { Ledger } from '../../test/support/live/ledger.js';

/** Chooses the kind of request that the next kill should interrupt: the one that was interrupted, or missed, least often. */
export function createAims(
  { acknowledged, unanswered }: Ledger,
  hits: ReadonlyMap<string, number>,
): () => string | undefined {
  const aimedAt = new Map<string, number>();
  const timesOf = (kind: string) => (hits.get(kind) ?? 0) + (aimedAt.get(kind) ?? 0);
  return () => {
    const kinds = new Set([...acknowledged, ...unanswered].map(({ kind }) => kind));
    const [least] = [...kinds].sort((one, other) => timesOf(one) - timesOf(other));
    if (least !== undefined) aimedAt.set(least, (aimedAt.get(least) ?? 0) + 1);
    return least;
  };
}
