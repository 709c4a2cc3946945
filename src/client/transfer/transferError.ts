import { LatchkeyError } from '../../errors.js';

/** What the kit finds wrong before it asks the service. What was typed is never repeated in the message. */
export type TransferErrorCode =
  /** The words are none of BIP-39's English list, too few, or do not belong together. */
  | 'MNEMONIC_INVALID'
  /** The text is no private key in a form that is known. */
  | 'PRIVATE_KEY_INVALID'
  /** The settings do not say whose bundles to trust. */
  | 'SIGNER_KEY_MISSING'
  /** The export that was to go on does not wait here any more: another tab has collected it, or it was too long ago. */
  | 'EXPORT_COLLECTED';

/** An import or export that cannot begin. */
export class TransferError extends LatchkeyError<TransferErrorCode> {}
