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

/** Another try may not meet them. */
export const providerOutages = { PROVIDER_UNREACHABLE: 'always', PROVIDER_ANSWER_INVALID: 'always' } as const;

/** What is wrong with a token that a stranger shows. */
export const strangersTokens = {
  ...providerOutages,
  OIDC_TOKEN_MALFORMED: 'proxy',
  OIDC_HEADER_REFUSED: 'proxy',
  OIDC_ALGORITHM_REFUSED: 'proxy',
  OIDC_ISSUER_UNKNOWN: 'proxy',
  OIDC_AUDIENCE_UNKNOWN: 'proxy',
  OIDC_TOKEN_EXPIRED: 'proxy',
  OIDC_TOKEN_TOO_OLD: 'proxy',
  OIDC_TOKEN_NOT_YET_VALID: 'proxy',
  OIDC_KEY_UNKNOWN: 'proxy',
  OIDC_SIGNATURE_INVALID: 'proxy',
} as const;
