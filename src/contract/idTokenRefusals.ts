/** What every row can answer that takes an OIDC token as proof of who somebody is. */
export const idTokenRefusals = [
  'OIDC_TOKEN_MALFORMED',
  'OIDC_HEADER_REFUSED',
  'OIDC_ALGORITHM_REFUSED',
  'OIDC_ISSUER_UNKNOWN',
  'OIDC_AUDIENCE_UNKNOWN',
  'OIDC_TOKEN_EXPIRED',
  'OIDC_TOKEN_TOO_OLD',
  'OIDC_TOKEN_NOT_YET_VALID',
  'OIDC_KEY_UNKNOWN',
  'OIDC_SIGNATURE_INVALID',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_ANSWER_INVALID',
] as const;

type IdTokenRefusal = (typeof idTokenRefusals)[number];

/** The same, where a token is taken as long as it lives, and not within ten minutes alone. */
export const livingTokenRefusals = /* @__PURE__ */ idTokenRefusals.filter(
  (code: IdTokenRefusal): code is Exclude<IdTokenRefusal, 'OIDC_TOKEN_TOO_OLD'> => code !== 'OIDC_TOKEN_TOO_OLD',
);
