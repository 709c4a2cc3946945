import { refused } from '../../contract/refusals.js';
import type { OauthProviderParams } from '../../contract/shapes.js';
import type { Tools } from '../tools.js';
import { type IssuerSettings, issuersOf } from './issuers.js';
import { checkRecent, type Identity, verifyIdToken } from './verifyIdToken.js';

/** An identity by which somebody is to log in; with the token that proves it, or beside the one that does. */
export type ProvedIdentity = Pick<Identity, 'issuer' | 'audience' | 'subject'> & {
  readonly providerName: string;
  readonly proof: Identity | undefined;
};

/**
 * What a list of OAuth providers proves, in its order: each token is verified and recent; each set of claims is of the issuer and
 * subject of a token in the same list, and for another client id of that issuer.
 *
 * @throws {RefusedError} those of {@link verifyIdToken} and {@link checkRecent}; OIDC_CLAIMS_UNPROVED
 */
export async function proveIdentities(
  tools: Pick<Tools, 'findProviderKey'>,
  settings: IssuerSettings,
  providers: readonly OauthProviderParams[],
  nowMs: number,
): Promise<ProvedIdentity[]> {
  const proofs: Identity[] = [];
  for (const { oidcToken } of providers) {
    if (oidcToken === undefined) continue;
    const identity = await verifyIdToken(tools, settings, oidcToken, nowMs);
    checkRecent(identity, nowMs);
    proofs.push(identity);
  }
  const rest = [...proofs];
  return providers.map(({ providerName, oidcToken, oidcClaims }) => {
    const proof = oidcToken === undefined ? undefined : rest.shift();
    const { issuer, audience, subject } = proof ?? claimed(settings, proofs, oidcClaims);
    return { providerName, issuer, audience, subject, proof };
  });
}

function claimed(
  settings: IssuerSettings,
  proofs: readonly Identity[],
  { iss, sub, aud }: Claims = { iss: '', sub: '', aud: '' },
): Pick<Identity, 'issuer' | 'audience' | 'subject'> {
  const isProved = proofs.some(({ issuer, subject }) => issuer === iss && subject === sub);
  const isClient = issuersOf(settings).some(({ issuer, clientIds }) => issuer === iss && clientIds.includes(aud));
  if (!isProved || !isClient) throw refused('OIDC_CLAIMS_UNPROVED');
  return { issuer: iss, audience: aud, subject: sub };
}

type Claims = NonNullable<OauthProviderParams['oidcClaims']>;
