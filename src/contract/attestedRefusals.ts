import { idTokenRefusals } from './idTokenRefusals.js';

/** What a stamp by a key that a token names may be refused for: an OIDC token, or a verification token. */
export const attestedRefusals = [
  'OIDC_NONCE_MISMATCH',
  ...idTokenRefusals,
  'VERIFICATION_TOKEN_INVALID',
  'VERIFICATION_TOKEN_EXPIRED',
  'VERIFICATION_TOKEN_SPENT',
  'METHOD_NOT_ENABLED',
] as const;
