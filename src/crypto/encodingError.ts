import { LatchkeyError } from '../errors.js';

/** A text or a row of bytes that is not what its encoding demands. What was given is never repeated in the message. */
export class EncodingError extends LatchkeyError<
  | 'HEX_MALFORMED'
  | 'BASE64_MALFORMED'
  | 'BASE64URL_MALFORMED'
  | 'BASE58_MALFORMED'
  | 'UTF8_MALFORMED'
  | 'JSON_MALFORMED'
> {}
