import { refused } from '../../contract/refusals.js';
import type { Oauth2Name } from '../tools.js';
import type { ClaimedIdentity, IdTokenClaims } from './idToken.js';
import type { IssuerSettings } from './issuers.js';
import { oauth2Names } from './oauth2Providers.js';

// The service's own ID tokens, for people whose provider issues none. An identity is the provider and the person's id there, so that a new
// host name of the service, or a new client id, locks nobody out.

/** The subject of a token for a person. @see docs/wire.md 5.4 */
export const ownSubject = (name: Oauth2Name, id: string): string => `${name}:${id}`;

/**
 * Whom a token of the service names.
 *
 * @throws {RefusedError} OIDC_TOKEN_MALFORMED
 */
export function ownIdentity({ sub }: Pick<IdTokenClaims, 'sub'>): ClaimedIdentity {
  const [name = '', id = '', ...more] = sub.split(':');
  if (!isName(name) || id === '' || more.length > 0) throw refused('OIDC_TOKEN_MALFORMED', { about: 'its claim sub' });
  return { issuer: name, audience: '', subject: id };
}

/**
 * That a token of the service was made for an app of the organization, and for that organization: another one of the same service
 * may name the same app.
 *
 * @throws {RefusedError} OIDC_AUDIENCE_UNKNOWN, OIDC_TOKEN_MALFORMED
 */
export function checkOwnParties(settings: IssuerSettings, claims: IdTokenClaims): void {
  const { issuer } = ownIdentity(claims);
  const isForApp = settings.oauth2Apps.some(
    ({ provider, clientId }) => oauth2Names[provider] === issuer && clientId === claims.aud,
  );
  if (!isForApp || claims.organization_id !== settings.organizationId) throw refused('OIDC_AUDIENCE_UNKNOWN');
}

const isName = (name: string): name is Oauth2Name => (Object.values(oauth2Names) as string[]).includes(name);
