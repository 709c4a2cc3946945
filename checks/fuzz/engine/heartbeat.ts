/** A worker records each input here before it runs it, so that the main thread knows the input even if the worker never returns. */
export type Heartbeat = { readonly note: (input: string) => void };

const headIntegers = 2; // the number of inputs so far, and the length of the current one in units
const mostUnits = 1_100_000; // the longest body is 1 MiB

export const newHeartbeatMemory = (): SharedArrayBuffer => new SharedArrayBuffer(headIntegers * 4 + mostUnits * 2);

export function heartbeatIn(memory: SharedArrayBuffer): Heartbeat {
  const head = new Int32Array(memory, 0, headIntegers);
  const units = new Uint16Array(memory, headIntegers * 4);
  return {
    note: (input) => {
      const length = Math.min(input.length, mostUnits);
      for (let at = 0; at < length; at += 1) units[at] = input.charCodeAt(at);
      head[1] = length;
      head[0] = (head[0] ?? 0) + 1;
    },
  };
}

/** The number of inputs so far, and the current one. */
export function heartbeatOf(memory: SharedArrayBuffer): { count: number; input: () => string } {
  const head = new Int32Array(memory, 0, headIntegers);
  const units = new Uint16Array(memory, headIntegers * 4);
  const input = () => Array.from(units.subarray(0, head[1]), (unit) => String.fromCharCode(unit)).join('');
  return { count: head[0] ?? 0, input };
}
