import type { Refusal } from './serviceRefusals.js';

/** The refusals of ID tokens and of the providers that issue them: a part of the table of refusals. */
export const oauthRefusals = {
  OIDC_TOKEN_MALFORMED: {
    grpc: 3,
    status: 400,
    text: 'The OIDC token is not a signed JWT with the claims of an ID token.',
  },
  OIDC_HEADER_REFUSED: {
    grpc: 3,
    status: 400,
    text: "The OIDC token's header names an extension, a type or a key of its own, which is not taken.",
  },
  OIDC_ALGORITHM_REFUSED: { grpc: 3, status: 400, text: 'OIDC tokens are signed by RS256, ES256 or EdDSA.' },
  OIDC_ISSUER_UNKNOWN: {
    grpc: 3,
    status: 400,
    text: 'The issuer of the OIDC token is none that the configuration names.',
  },
  OIDC_AUDIENCE_UNKNOWN: {
    grpc: 3,
    status: 400,
    text: 'The OIDC token was issued to a client id that the configuration does not name.',
  },
  OIDC_TOKEN_EXPIRED: { grpc: 3, status: 400, text: 'The OIDC token has expired. Log in with the provider again.' },
  OIDC_TOKEN_TOO_OLD: {
    grpc: 3,
    status: 400,
    text: 'The OIDC token is older than ten minutes. Log in with the provider again.',
  },
  OIDC_TOKEN_NOT_YET_VALID: {
    grpc: 3,
    status: 400,
    text: "The OIDC token's time is still to come: the provider's clock or the service's is wrong.",
  },
  OIDC_KEY_UNKNOWN: { grpc: 3, status: 400, text: 'The issuer has no key by which the OIDC token could be signed.' },
  OIDC_SIGNATURE_INVALID: { grpc: 3, status: 400, text: 'The signature of the OIDC token does not verify.' },
  OIDC_NONCE_MISMATCH: { grpc: 3, status: 400, text: 'The OIDC token was asked for by another key.' },
  OIDC_CLAIMS_UNPROVED: {
    grpc: 3,
    status: 400,
    text: 'Claims are taken only beside an OIDC token of the same issuer and subject, for a client id of that issuer.',
  },
  PROVIDER_UNREACHABLE: {
    grpc: 14,
    status: 503,
    text: 'The identity provider does not answer. Try again in a moment.',
  },
  PROVIDER_ANSWER_INVALID: {
    grpc: 14,
    status: 503,
    text: 'What the identity provider answers cannot be read. Try again later.',
  },
  OAUTH_PROVIDER_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such OAuth provider of this user.' },
  OAUTH_REDIRECT_REFUSED: {
    grpc: 3,
    status: 400,
    text: "The redirect URI is none of the configuration's oauthRedirectUrls.",
  },
  OAUTH_CODE_REFUSED: {
    grpc: 3,
    status: 400,
    text: 'The identity provider does not take the code: it has expired, or was used before. Log in again.',
  },
  OAUTH_CLIENT_REFUSED: {
    grpc: 9,
    status: 400,
    text: "The identity provider does not take the app's client id and client secret.",
  },
  START_AGAIN: {
    grpc: 14,
    status: 503,
    text: 'This was cut off, and may or may not have been done. Start again.',
  },
  OAUTH_CREDENTIAL_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such OAuth 2.0 credential.' },
  OAUTH_CREDENTIALS_NOT_HERE: {
    grpc: 9,
    status: 400,
    text: 'OAuth 2.0 credentials are made in top-level organizations only.',
  },
  CLIENT_SECRET_UNREADABLE: {
    grpc: 3,
    status: 400,
    text: "The client secret is not sealed to this service's tlsFetcherEncryptPublicKey.",
  },
  TOO_MANY_OAUTH_PROVIDERS: {
    grpc: 8,
    status: 429,
    text: 'A user can have ten OAuth providers: delete one first.',
  },
} as const satisfies Record<string, Refusal>;
