import { refused } from '../../contract/refusals.js';
import type { OauthProviderParams } from '../../contract/shapes.js';
import { type ClaimedIdentity, readIdToken } from './idToken.js';
import { type IssuerSettings, issuersOf } from './issuers.js';
import { checkRecent, claimedIdentity, type Identity, type VerifyTools, verifyIdToken } from './verifyIdToken.js';

/** An identity to log in with; with the token that proves it, or beside another identity's token that does. */
export type ProvedIdentity = ClaimedIdentity & {
  readonly providerName: string;
  readonly proof: Identity | undefined;
};

/** What one token proves. */
export type ProofOf = (oidcToken: string) => Promise<Identity>;

/** That a token is good, and of the last ten minutes. */
export const recentProof =
  (tools: VerifyTools, settings: IssuerSettings, nowMs: number): ProofOf =>
  async (oidcToken) => {
    const identity = await verifyIdToken(tools, settings, oidcToken, nowMs);
    checkRecent(identity, nowMs);
    return identity;
  };

/** The claims of a token that was verified when it was presented. */
export const shownBefore =
  ({ publicUrl }: Pick<VerifyTools, 'publicUrl'>): ProofOf =>
  async (oidcToken) =>
    claimedIdentity(readIdToken(oidcToken).claims, publicUrl);

/**
 * What a list of OAuth providers proves, in its order: each token is verified and recent; each set of claims is of the issuer and
 * subject of a token in the same list, and for another client id of that issuer.
 *
 * @throws {RefusedError} what is wrong with a token; OIDC_CLAIMS_UNPROVED
 */
export async function proveIdentities(
  settings: IssuerSettings,
  providers: readonly OauthProviderParams[],
  proofOf: ProofOf,
): Promise<ProvedIdentity[]> {
  const proofs: Identity[] = [];
  for (const { oidcToken } of providers) if (oidcToken !== undefined) proofs.push(await proofOf(oidcToken));
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
): ClaimedIdentity {
  const isProved = proofs.some(({ issuer, subject }) => issuer === iss && subject === sub);
  const isClient = issuersOf(settings).some(({ issuer, clientIds }) => issuer === iss && clientIds.includes(aud));
  if (!isProved || !isClient) throw refused('OIDC_CLAIMS_UNPROVED');
  return { issuer: iss, audience: aud, subject: sub };
}

type Claims = NonNullable<OauthProviderParams['oidcClaims']>;
