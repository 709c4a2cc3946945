/** Where a worker records what it is about to do, so that a waiting thread knows it even if the worker never returns. */
export type Beat = { readonly note: (input: string) => void };

const headWords = 2; // how many inputs so far, and the length of the current one in units
const mostUnits = 1_100_000; // the longest body is 1 MiB

export const newBeatMemory = (): SharedArrayBuffer => new SharedArrayBuffer(headWords * 4 + mostUnits * 2);

export function beatIn(memory: SharedArrayBuffer): Beat {
  const head = new Int32Array(memory, 0, headWords);
  const units = new Uint16Array(memory, headWords * 4);
  return {
    note: (input) => {
      const length = Math.min(input.length, mostUnits);
      for (let at = 0; at < length; at += 1) units[at] = input.charCodeAt(at);
      head[1] = length;
      head[0] = (head[0] ?? 0) + 1;
    },
  };
}

/** How many inputs there were, and the current one. */
export function beatOf(memory: SharedArrayBuffer): { count: number; input: () => string } {
  const head = new Int32Array(memory, 0, headWords);
  const units = new Uint16Array(memory, headWords * 4);
  const input = () => Array.from(units.subarray(0, head[1]), (unit) => String.fromCharCode(unit)).join('');
  return { count: head[0] ?? 0, input };
}
