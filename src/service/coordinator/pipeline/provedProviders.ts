import { RefusedError } from '../../../contract/refusals.js';
import type { OauthProviderParams } from '../../../contract/shapes.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import { type ProvedIdentity, proveIdentities } from '../../identity/provedIdentities.js';
import { checkRecent, type Identity, verifyIdToken } from '../../identity/verifyIdToken.js';
import { type AskedBy, NotRecorded, type Preparation } from './execution.js';

/**
 * What OAuth providers that are given in an organization prove, by the issuers of its configuration or its parent's.
 *
 * @throws {RefusedError} what is wrong with a token
 * @throws {NotRecorded} the same, where a stranger shows it; and where an issuer does not answer, so that the same bytes may come again
 */
export const provedProviders = (
  providers: readonly OauthProviderParams[],
  by: AskedBy,
  { tools, read, nowMs }: Preparation,
): Promise<ProvedIdentity[]> =>
  recordedOrNot(by, async () => {
    if (providers.length === 0) return [];
    const settings = await read((db) => settingsFor(db, by.organization));
    return proveIdentities(tools, settings, providers, nowMs);
  });

/** {@link provedProviders}, of each of several users. */
export async function providersOfEach(
  users: readonly { readonly oauthProviders?: readonly OauthProviderParams[] | undefined }[],
  by: AskedBy,
  preparation: Preparation,
): Promise<ProvedIdentity[][]> {
  const proved: ProvedIdentity[][] = [];
  for (const { oauthProviders = [] } of users) proved.push(await provedProviders(oauthProviders, by, preparation));
  return proved;
}

/** {@link provedProviders}, of one token. */
export const recentIdentity = (
  oidcToken: string,
  by: AskedBy,
  { tools, read, nowMs }: Preparation,
): Promise<Identity> =>
  recordedOrNot(by, async () => {
    const settings = await read((db) => settingsFor(db, by.organization));
    const identity = await verifyIdToken(tools, settings, oidcToken, nowMs);
    checkRecent(identity, nowMs);
    return identity;
  });

async function recordedOrNot<Proved>({ caller }: AskedBy, prove: () => Promise<Proved>): Promise<Proved> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw caller.user.is_proxy || passing.includes(error.code) ? new NotRecorded(error) : error;
  }
}

/** What another try may not meet. */
const passing = ['PROVIDER_UNREACHABLE', 'PROVIDER_ANSWER_INVALID'];
