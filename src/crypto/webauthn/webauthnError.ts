import { LatchkeyError } from '../../errors.js';

/** What CBOR of an authenticator is that {@link readCbor} does not read. */
export const cborMalformed = (): WebauthnError =>
  new WebauthnError('CBOR_MALFORMED', 'These bytes are not the CBOR of an authenticator.');

/** An authenticator's answer that does not match the ceremony. Its bytes are never repeated in the message. */
export class WebauthnError extends LatchkeyError<
  | 'CBOR_MALFORMED'
  | 'CLIENT_DATA_MALFORMED'
  | 'CLIENT_DATA_TYPE'
  | 'CHALLENGE_MISMATCH'
  | 'ORIGIN_MISMATCH'
  | 'CROSS_ORIGIN'
  | 'AUTHENTICATOR_DATA_MALFORMED'
  | 'RP_ID_MISMATCH'
  | 'USER_NOT_PRESENT'
  | 'USER_NOT_VERIFIED'
  | 'BACKUP_STATE'
  | 'ATTESTATION_MALFORMED'
  | 'ATTESTATION_FORMAT'
  | 'CREDENTIAL_ID_MISMATCH'
  | 'COSE_KEY_MALFORMED'
  | 'COSE_ALGORITHM'
  | 'SIGNATURE_INVALID'
> {}
