import { LatchkeyError } from '../../errors.js';

/** PROOF_MISSING: the service has no App Proof of the address; PROOF_FAILED: it has one that does not verify. */
export type UnprovedErrorCode = 'PROOF_MISSING' | 'PROOF_FAILED';

/**
 * An address that was made in this visit does not verify, and is held back: the setting `verifyProofs` is `required`. The wallet is there
 * all the same. `cause` is the step that failed, a `ProofError`, if there is a proof.
 */
export class UnprovedError extends LatchkeyError<UnprovedErrorCode> {}

/** @param cause - why its proof does not verify; `undefined`: it has none */
export const unproved = (address: string, cause: LatchkeyError | undefined): UnprovedError =>
  cause === undefined
    ? new UnprovedError('PROOF_MISSING', `The service has no proof that an enclave derived ${address}. ${held}`)
    : new UnprovedError('PROOF_FAILED', `The proof of ${address} does not verify: ${cause.message} ${held}`, { cause });

const held = 'This app requires one, so the address is held back in this visit. Do not send anything to it.';
