/** Bytes as a driver hands them over: under jsdom or Jest a driver's are of another realm, where `instanceof` says no. */
export const isBytes = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array || tagOf(value) === '[object Uint8Array]';

/** Bare memory, likewise. */
export const isMemory = (value: unknown): value is ArrayBuffer =>
  value instanceof ArrayBuffer || tagOf(value) === '[object ArrayBuffer]';

const tagOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : undefined;
