/** Counts the turns of the event loop. */
export function countTurns(): { readonly turn: () => number; readonly stop: () => void } {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  return { turn: () => turn, stop: () => clearImmediate(counting) };
}
