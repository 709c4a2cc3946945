import type { OauthProviderParams } from '../../../contract/shapes.js';
import { issuersFor } from '../../configuration/oauth2Apps.js';
import {
  type ProofOf,
  type ProvedIdentity,
  proveIdentities,
  recentProof,
  shownBefore,
} from '../../identity/provedIdentities.js';
import type { Identity } from '../../identity/verifyIdToken.js';
import type { Preparation, RequestedBy } from '../engine/handlers/handler.js';

/**
 * The identities that given OAuth providers prove, by the issuers of the organization's configuration or its parent's.
 *
 * @throws {RefusedError} what is wrong with a token, or with an issuer that does not answer
 */
export async function provedProviders(
  providers: readonly OauthProviderParams[],
  by: RequestedBy,
  preparation: Preparation,
): Promise<ProvedIdentity[]> {
  if (providers.length === 0) return [];
  const settings = await preparation.read((db) => issuersFor(db, by.organization));
  return proveIdentities(settings, providers, await proofFor(by, preparation));
}

/** {@link provedProviders}, of each of several users. */
export async function providersOfEach(
  users: readonly { readonly oauthProviders?: readonly OauthProviderParams[] | undefined }[],
  by: RequestedBy,
  preparation: Preparation,
): Promise<ProvedIdentity[][]> {
  const proved: ProvedIdentity[][] = [];
  for (const { oauthProviders = [] } of users) proved.push(await provedProviders(oauthProviders, by, preparation));
  return proved;
}

/** {@link provedProviders}, of one token. */
export const recentIdentity = async (oidcToken: string, by: RequestedBy, preparation: Preparation): Promise<Identity> =>
  (await proofFor(by, preparation))(oidcToken);

/** How tokens are verified by an organization's issuers; those of a waiting activity were verified when it was submitted. */
async function proofFor(
  { organization }: RequestedBy,
  { tools, read, nowMs, evidence }: Preparation,
): Promise<ProofOf> {
  if (evidence === 'checked') return shownBefore(tools);
  return recentProof(tools, await read((db) => issuersFor(db, organization)), nowMs);
}
