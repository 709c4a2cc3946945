/** `median 412 ms, max 655 ms`; a dash for an empty list. */
export function spread(milliseconds: readonly number[]): string {
  if (milliseconds.length === 0) return '–';
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `median ${Math.round(median)} ms, max ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

/** Runs `work` on all items, `atOnce` at a time. @returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as Item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
