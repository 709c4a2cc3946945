/**
 * Does a part for each item, in their order. After each 10 ms the event loop turns once, so that requests of others are answered in
 * between. Not inside a transaction, which others wait for.
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  part: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const turn = newSlices();
  for (const [index, item] of items.entries()) {
    if (turn.isDue()) await turn.take();
    results.push(await part(item, index));
  }
  return results;
}

/** For long work that is no list: it asks now and then whether a turn is due, and takes it. */
export type Slices = { readonly isDue: () => boolean; readonly take: () => Promise<void> };

/** The first slice begins now. */
export function newSlices(): Slices {
  let begunAtMs = performance.now();
  return {
    isDue: () => performance.now() - begunAtMs >= sliceMs,
    async take() {
      await eventLoopTurn();
      begunAtMs = performance.now();
    },
  };
}

/** The longest time without a turn of the event loop, beside the part that is under way. */
const sliceMs = 10;

/** Resolves once the event loop has turned: a message waits behind everything that arrived before it. Pages have no `setImmediate`. */
function eventLoopTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
