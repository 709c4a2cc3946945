export type { Confirmation } from '../client/confirmations/confirmations.js';
export { useConfirmations } from '../hooks/confirmations.js';
export { type AccountOfOptions, useAccountOf } from '../hooks/ethereumAccounts.js';
export {
  type AddressNotes,
  type Lookalike,
  type SignatureFactsResult,
  useSignatureFacts,
} from '../hooks/signatureFacts.js';
export type { SignatureDanger, SignatureFacts } from '../reading/signatureFacts.js';
export type { SignatureRequest } from '../reading/signatureRequest.js';
export type { TypedDataEffect, TypedDataReading } from '../reading/typedDataEffects.js';
