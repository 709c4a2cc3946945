import { captchaRefusalCodes } from './captchaRefusalCodes.js';
import { idTokenRefusals } from './idTokenRefusals.js';

/** The refusals of every call that signs people up. */
export const signupRefusals = [
  'CREDENTIAL_REQUIRED',
  'CONTACT_NOT_VERIFIED',
  'VERIFICATION_TOKEN_INVALID',
  'VERIFICATION_TOKEN_EXPIRED',
  'VERIFICATION_TOKEN_SPENT',
  'CLIENT_SIGNATURE_INVALID',
  'CONTACT_INVALID',
  'CREDENTIAL_CONFLICT',
  'PUBLIC_KEY_INVALID',
  'PASSKEY_INVALID',
  'METHOD_NOT_ENABLED',
  'TOO_MANY_SIGNUPS',
  'PATH_MALFORMED',
  'PATH_NOT_HARDENED',
  'ADDRESS_FORMAT_NOT_SUPPORTED',
  'ADDRESS_FORMAT_CURVE_MISMATCH',
  'ACCOUNT_EXISTS',
  'NAME_TAKEN',
  'TOO_MANY_DERIVATIONS',
  'OIDC_NONCE_MISMATCH',
  ...idTokenRefusals,
  ...captchaRefusalCodes,
] as const;
