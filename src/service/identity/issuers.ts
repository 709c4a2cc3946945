import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { Oauth2Provider } from '../../contract/oauth2.records.js';

/** An issuer whose ID tokens are accepted, and the accepted client ids. */
export type Issuer = {
  /** How the kit names it: `google`, or what the configuration calls it. */
  readonly id: string;
  /** Its URL, as in its tokens. */
  readonly issuer: string;
  readonly clientIds: readonly string[];
};

/** An OAuth 2.0 app of an organization: the service itself issues ID tokens for its people. */
export type Oauth2App = {
  readonly credentialId: string;
  readonly provider: Oauth2Provider;
  readonly clientId: string;
};

/** A configuration's settings of issuers. */
export type IssuerSettings = Pick<AuthProxySettings, 'oauthClientIds' | 'oidcIssuers'> & {
  /** The top-level organization that owns the apps. */
  readonly organizationId: string;
  readonly oauth2Apps: readonly Oauth2App[];
};

/** The issuers that need no more of a configuration than client ids. @see Their discovery documents */
export const builtInIssuers = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
} as const satisfies Record<keyof AuthProxySettings['oauthClientIds'], string>;

/** All issuers whose tokens a configuration accepts: those with a client id. */
export function issuersOf({
  oauthClientIds,
  oidcIssuers,
}: Pick<IssuerSettings, 'oauthClientIds' | 'oidcIssuers'>): readonly Issuer[] {
  const builtIn = Object.entries(builtInIssuers).map(([id, issuer]) => ({
    id,
    issuer,
    clientIds: oauthClientIds[id as keyof typeof builtInIssuers] ?? [],
  }));
  return [...builtIn, ...oidcIssuers].filter(({ clientIds }) => clientIds.length > 0);
}
