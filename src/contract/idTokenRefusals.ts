/** The refusals of every row that accepts an OIDC token as proof of identity. */
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

/** The same for rows that accept a token until it expires, not only within ten minutes of its issue. */
export const livingTokenRefusals = /* @__PURE__ */ idTokenRefusals.filter(
  (code: IdTokenRefusal): code is Exclude<IdTokenRefusal, 'OIDC_TOKEN_TOO_OLD'> => code !== 'OIDC_TOKEN_TOO_OLD',
);
