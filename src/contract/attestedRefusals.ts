import { idTokenRefusals } from './idTokenRefusals.js';

/** The refusals of a stamp by a key that an OIDC token or a verification token names. */
export const attestedRefusals = [
  'OIDC_NONCE_MISMATCH',
  ...idTokenRefusals,
  'VERIFICATION_TOKEN_INVALID',
  'VERIFICATION_TOKEN_EXPIRED',
  'VERIFICATION_TOKEN_SPENT',
  'METHOD_NOT_ENABLED',
] as const;
