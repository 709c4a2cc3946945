import type { OauthProvider } from './provider.js';

/** What belongs to one login: none of it is used for another. */
export type AuthorizationFacts = {
  readonly redirectUrl: string;
  readonly state: string;
  /** The hash of the key that logs in. */
  readonly nonce: string;
  /** Of the code's verifier; absent where no code is exchanged. */
  readonly codeChallenge: string | undefined;
};

/** Where a person is sent to log in: the provider's own address, and what it is asked. */
export function authorizationUrl(
  { authorizationEndpoint, clientId, asks }: OauthProvider,
  { redirectUrl, state, nonce, codeChallenge }: AuthorizationFacts,
): string {
  const url = new URL(authorizationEndpoint);
  const asked = {
    ...asks,
    client_id: clientId,
    redirect_uri: redirectUrl,
    state,
    nonce,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}
