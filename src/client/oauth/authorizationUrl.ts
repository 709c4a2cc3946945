import type { OauthProvider } from './provider.js';

/** The values of one login, never used for another. */
export type AuthorizationFacts = {
  readonly redirectUrl: string;
  readonly state: string;
  /** The hash of the session's public key. */
  readonly nonce: string;
  /** The PKCE challenge; absent if no code is exchanged. */
  readonly codeChallenge: string | undefined;
};

/** The URL where a person logs in: the provider's authorization endpoint with its parameters. */
export function authorizationUrl(
  { authorizationEndpoint, clientId, parameters }: OauthProvider,
  { redirectUrl, state, nonce, codeChallenge }: AuthorizationFacts,
): string {
  const url = new URL(authorizationEndpoint);
  const query = {
    ...parameters,
    client_id: clientId,
    redirect_uri: redirectUrl,
    state,
    nonce,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
