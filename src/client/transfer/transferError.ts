import { LatchkeyError } from '../../errors.js';

/** Errors that the kit finds before it calls the service. Typed secrets are never in the message. */
export type TransferErrorCode =
  /** The words are not in BIP-39's English list, too few, or fail the checksum. */
  | 'MNEMONIC_INVALID'
  /** The text is not a private key in a known form. */
  | 'PRIVATE_KEY_INVALID'
  /** The settings have no trusted signer key. */
  | 'SIGNER_KEY_MISSING'
  /** The export to continue no longer waits here: another tab has collected it, or it was too long ago. */
  | 'EXPORT_COLLECTED';

/** An import or export that cannot begin. */
export class TransferError extends LatchkeyError<TransferErrorCode> {}
