/** Whether a driver's value is bytes: under jsdom or Jest it is of another realm, where `instanceof` fails. */
export const isBytes = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array || tagOf(value) === '[object Uint8Array]';

/** Bare memory, likewise. */
export const isMemory = (value: unknown): value is ArrayBuffer =>
  value instanceof ArrayBuffer || tagOf(value) === '[object ArrayBuffer]';

const tagOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : undefined;
