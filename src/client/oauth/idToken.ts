import { fromBase64Url } from '../../crypto/base64url.js';
import { fromUtf8 } from '../../crypto/bytes.js';
import { readJsonObject } from '../../crypto/json.js';
import { LatchkeyError } from '../../errors.js';
import { OauthError } from './oauthError.js';
import type { OauthProvider } from './provider.js';

/** The claims of an ID token that are read here. */
export type IdTokenClaims = { readonly name: string | undefined; readonly email: string | undefined };

/**
 * Checks whose token it is before it leaves this page. The service verifies the signature; a token that was made for another key, app or
 * provider is refused here.
 *
 * @throws {OauthError} OAUTH_ISSUER_MISMATCH, OAUTH_AUDIENCE_MISMATCH, OAUTH_NONCE_MISMATCH, OAUTH_PROVIDER_ERROR
 * @see OpenID Connect Core 1.0, section 3.1.3.7; docs/wire.md 5.3
 */
export function checkIdToken(provider: OauthProvider, nonce: string, token: string): IdTokenClaims {
  const { iss, aud, nonce: given, tknonce, name, email } = claimsOf(provider, token);
  if (provider.issuer !== undefined && iss !== provider.issuer)
    throw new OauthError('OAUTH_ISSUER_MISMATCH', `The token does not come from ${provider.label}.`);
  if (!(Array.isArray(aud) ? aud : [aud]).includes(provider.clientId))
    throw new OauthError('OAUTH_AUDIENCE_MISMATCH', `The token of ${provider.label} was made for another app.`);
  if (given !== nonce && tknonce !== nonce)
    throw new OauthError('OAUTH_NONCE_MISMATCH', `The token of ${provider.label} was made for another key.`);
  return { name: textOf(name), email: textOf(email) };
}

/** The longest token that the service accepts, in characters. */
const longestToken = 16_384;

function claimsOf({ label }: OauthProvider, token: string): Record<string, unknown> {
  try {
    const parts = token.length <= longestToken ? token.split('.') : [];
    if (parts.length === 3) return readJsonObject(fromUtf8(fromBase64Url(parts[1] ?? '')));
  } catch (cause) {
    if (!(cause instanceof LatchkeyError)) throw cause;
  }
  throw new OauthError('OAUTH_PROVIDER_ERROR', `${label} answered with what is no ID token.`);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
