/**
 * Does a part for each item, in their order. After each millisecond the event loop turns once, so that requests of others are answered in
 * between. Not inside a transaction, which others wait for.
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  part: (item: Item, index: number) => Result | Promise<Result>,
  turn: Slices = newSlices(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (turn.isDue()) await turn.take();
    results.push(await part(item, index));
  }
  return results;
}

/** {@link inSlices}; inside a transaction, which others wait for, in one stretch: what is long is done before. */
export const inSlicesOutside = <Item, Result>(
  { isTransaction }: { readonly isTransaction: boolean },
  items: readonly Item[],
  part: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> => inSlices(items, part, isTransaction ? oneStretch : newSlices());

/** Before something that takes long in one stretch: it has a turn of the event loop to itself where the present one is used up. */
export async function ownTurn(): Promise<void> {
  if (isTurnUsed()) await nextTurn();
}

/** For long work that is no list: it asks now and then whether a turn is due, and takes it. */
export type Slices = { readonly isDue: () => boolean; readonly take: () => Promise<void> };

/**
 * The slices of one piece of work. All that is sliced shares the turns of the event loop: however many requests have long work under way,
 * between two turns one slice of it is done. Where others come all the time, every second turn is theirs.
 */
export function newSlices(): Slices {
  isTurnUsed(); // what follows counts as of now
  return { isDue: isTurnUsed, take: nextTurn };
}

/**
 * Resolves at once as long as there is room in the present turn of the event loop; else in one of the next, in the order of coming, where
 * whoever has used some of their share counts as having come later. That has an end: nobody is overtaken for ever by those who have used
 * nothing.
 *
 * @param used - how much of their share whoever comes has used; 1 is all of it.
 */
export function roomInTurn(used: number): Promise<void> {
  if (!isTurnUsed()) return Promise.resolve();
  const place = performance.now() + used * laterByAShareMs;
  return new Promise((goOn) => {
    const behind = newcomers.findIndex((each) => each.place > place);
    newcomers.splice(behind < 0 ? newcomers.length : behind, 0, { place, goOn });
  });
}

/** How much later one counts as having come who has used a whole share. */
const laterByAShareMs = 200;

const oneStretch: Slices = { isDue: () => false, take: nextTurn };

/** The longest time without a turn of the event loop, beside the part that is under way. */
const sliceMs = 1;

/** When the first slice of the event loop's present turn began; `undefined` where none has. */
let begunAtMs: number | undefined;
let isTurning = false;
/** In each turn goes on one of those who come, or one piece of long work. */
const newcomers: { readonly place: number; readonly goOn: () => void }[] = [];
const pieces: (() => void)[] = [];
/** Whether the last turn was a newcomer's. */
let isNewcomersTurn = false;

function isTurnUsed(): boolean {
  if (begunAtMs === undefined) {
    begunAtMs = performance.now();
    turn();
  }
  return performance.now() - begunAtMs >= sliceMs;
}

function nextTurn(): Promise<void> {
  turn();
  return new Promise((resolve) => {
    pieces.push(resolve);
  });
}

function turn(): void {
  if (isTurning) return;
  isTurning = true;
  afterTurn(() => {
    isTurning = false;
    begunAtMs = undefined;
    const goOn = next();
    if (goOn === undefined) return;
    begunAtMs = performance.now();
    turn();
    goOn();
  });
}

/** A newcomer and long work alternately: who used up a turn before the other in the same turn would leave it a moment. */
function next(): (() => void) | undefined {
  isNewcomersTurn = newcomers.length > 0 && (isNewcomersTurn ? pieces.length === 0 : true);
  return isNewcomersTurn ? newcomers.shift()?.goOn : pieces.shift();
}

/** Calls once the event loop has turned, behind everything that has arrived until then. Pages have no `setImmediate`. */
const afterTurn: (call: () => void) => void =
  typeof setImmediate === 'function'
    ? setImmediate
    : (call) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          call();
        };
        port2.postMessage(undefined);
      };
