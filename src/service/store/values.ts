import { isBytes } from './isBytes.js';
import { StoreError } from './storeError.js';

/**
 * A value on its way into any of the databases, so that all of them mean the same by it: a boolean is 0 or 1, `undefined` is
 * null. Refused is what a driver would cut, round or turn into something else: libsql ends the whole process over a boolean,
 * reads text only up to U+0000 and stores NaN as null; unpaired surrogates come back as U+FFFD.
 *
 * @throws {StoreError} STORE_FAILED
 */
export function storable(value: unknown): string | number | bigint | Uint8Array | null {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      if (unstorableText.test(value)) throw refused('text with U+0000 or an unpaired surrogate');
      return value;
    case 'number':
      if (!Number.isSafeInteger(value)) throw refused('a number that is not a safe integer');
      return value;
    case 'bigint':
      if (!Number.isSafeInteger(Number(value))) throw refused('an integer past 2^53');
      return value;
    case 'object':
      if (value === null || isBytes(value)) return value;
  }
  throw refused(`a value of type ${typeof value}`);
}

/**
 * An integer read from a driver, which may have rounded it: rounded ones are beyond 2^53, and are refused here.
 *
 * @throws {StoreError} STORE_FAILED
 */
export function readableInteger(value: number): number {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new StoreError('STORE_FAILED', 'The database holds an integer past 2^53, which cannot be read exactly.');
  }
  return value;
}

/** With the `u` flag a paired surrogate is one code point, so that `\p{Surrogate}` finds only unpaired ones. */
const unstorableText = /\0|\p{Surrogate}/u;

function refused(what: string): StoreError {
  return new StoreError('STORE_FAILED', `The database cannot keep ${what} unchanged. Refuse it before it gets here.`);
}
