import { LatchkeyError } from '../errors.js';

/** A key that cannot be one of its curve, or two halves that are not one pair. The key is never repeated in the message. */
export class KeyError extends LatchkeyError<'KEY_OUT_OF_RANGE' | 'KEY_NOT_ON_CURVE' | 'KEY_MISMATCH'> {}
