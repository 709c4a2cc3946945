import { LatchkeyError } from '../../errors.js';

/** Why a proof is not accepted; docs/proofs.md says what each means. The last three are mistakes of the app's own. */
export type ProofErrorCode =
  | 'APP_PROOF_MALFORMED'
  | 'APP_PROOF_SCHEME'
  | 'APP_PROOF_TYPE'
  | 'APP_PROOF_SIGNATURE'
  | 'APP_PROOF_TOO_EARLY'
  | 'BOOT_PROOF_MALFORMED'
  | 'ATTESTATION_MALFORMED'
  | 'ATTESTATION_SIGNATURE'
  | 'CERTIFICATE_MALFORMED'
  | 'CERTIFICATE_EXTENSION'
  | 'CERTIFICATE_ROOT'
  | 'CERTIFICATE_ISSUER'
  | 'CERTIFICATE_SIGNATURE'
  | 'CERTIFICATE_TIME'
  | 'CERTIFICATE_AUTHORITY'
  | 'CERTIFICATE_KEY_USAGE'
  | 'CERTIFICATE_PATH_LENGTH'
  | 'PUBLIC_KEY_MISMATCH'
  | 'MANIFEST_DIGEST'
  | 'MANIFEST_MALFORMED'
  | 'MANIFEST_PCRS'
  | 'PCRS_ZERO'
  | 'ENCLAVE_MISMATCH'
  | 'CLAIM_MISMATCH'
  | 'CLAIM_MALFORMED'
  | 'EXPECTED_MALFORMED'
  | 'ROOTS_MALFORMED';

/** What one step of a verification expected, and what came. */
export type Difference = { readonly expected: string; readonly received: string };

/** Makes the error of a value that is not of its form, from what is wrong with it. */
export const notOfForm =
  (code: ProofErrorCode, what: string, expected: string) =>
  (about: string): ProofError =>
    new ProofError(code, `${what} is malformed.`, { expected, received: about });

/**
 * A step of a verification that failed: the proof says nothing about its address.
 *
 * Nothing in a proof is secret. What came is cut off after 200 characters.
 */
export class ProofError extends LatchkeyError<ProofErrorCode> implements Difference {
  /** What the step expected, for a person who looks into it. */
  readonly expected: string;
  /** What came instead. */
  readonly received: string;

  /** @param says - a sentence: what happened. */
  constructor(code: ProofErrorCode, says: string, { expected, received }: Difference) {
    const came = received.length > 200 ? `${received.slice(0, 200)}…` : received;
    super(code, `${says} Expected: ${expected}. Received: ${came}. Do not rely on this proof.`);
    this.expected = expected;
    this.received = came;
  }
}
