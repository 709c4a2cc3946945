import { LatchkeyError } from '../errors.js';

/** Why a bundle is not used. */
export type BundleErrorCode =
  | 'BUNDLE_MALFORMED'
  | 'BUNDLE_SIGNER_UNKNOWN'
  | 'BUNDLE_SIGNATURE_INVALID'
  | 'BUNDLE_FOR_ANOTHER';

/** A bundle that cannot be trusted or is not for its reader. What it holds is never repeated in the message. */
export class BundleError extends LatchkeyError<BundleErrorCode> {}

/** Converts any error in a bundle's form into one. */
export async function readingBundle<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof LatchkeyError) || cause instanceof BundleError) throw cause;
    throw new BundleError('BUNDLE_MALFORMED', 'This is not a bundle of the expected form: check that it is complete.', {
      cause,
    });
  }
}
