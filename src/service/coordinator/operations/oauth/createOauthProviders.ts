import type { Kysely } from 'kysely';
import type { createOauthProviders } from '../../../../contract/oauth.js';
import type { ProvedIdentity } from '../../../identity/provedIdentities.js';
import type { Tables } from '../../../store/schema.js';
import type { Organization } from '../../callers/caller.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { loginOfMaker } from '../../logins/loginOfMaker.js';
import { awaitKeys, boundBefore, boundToUser } from '../../providers/boundProviders.js';
import { provedProviders } from '../../providers/provedProviders.js';
import { addProvider, type NewProvider } from '../../records/oauth.js';
import { findMember } from '../../records/users.js';

type Parameters = ParametersOf<typeof createOauthProviders>;

/**
 * As they are kept while others are asked: a session's key is renewed meanwhile, so that the keys are not asked for again. For each identity
 * the key whose first stamp it waited for, or `null`. Absent of what has waited since before that was kept.
 */
type Held = Parameters & { readonly awaited?: readonly (string | null)[] };

/** The identities, and for which keys they were requested, where that was found out when the activity was submitted. */
type Proved = { readonly identities: readonly ProvedIdentity[]; readonly awaited: Held['awaited'] };

/** Adds the identities in the order given, all or none. {@link loginOfMaker} */
export const createOauthProvidersHandler: ActivityHandler<typeof createOauthProviders, Proved, readonly NewProvider[]> =
  {
    async prepare({ parameters, ...by }, preparation) {
      const { userId, oauthProviders }: Parameters = parameters;
      await preparation.read((db) => checkUser(db, by.organization, userId));
      const identities = await provedProviders(oauthProviders, by, preparation);
      const wasHeld = preparation.evidence === 'checked at its submission';
      return { identities, awaited: wasHeld ? (parameters as Held).awaited : undefined };
    },

    async checkEvidence({ parameters: { userId, oauthProviders }, ...by }, preparation) {
      const proved = await provedProviders(oauthProviders, by, preparation);
      return preparation.read((db) => boundToUser(db, { ...by, nowMs: preparation.nowMs }, userId, proved));
    },

    async hold({ parameters, evidence }) {
      const held: Held = { ...parameters, awaited: evidence.map(({ awaits = null }) => awaits) };
      return held;
    },

    async execute({ parameters: { userId }, prepared }, execution) {
      const { tools, transaction, organization, nowMs } = execution;
      await checkUser(transaction, organization, userId);
      const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
      const { identities, awaited } = prepared;
      const providers = awaited
        ? await boundBefore(transaction, { organization, userId }, identities, awaited)
        : await boundToUser(transaction, execution, userId, identities);
      await awaitKeys(transaction, organization, providers);
      const providerIds: string[] = [];
      for (const provider of providers) providerIds.push(await addProvider(tools, transaction, holder, provider));
      return done({ providerIds });
    },
  };

/** @throws {RefusedError} USER_NOT_FOUND */
async function checkUser(db: Kysely<Tables>, { organization_id }: Organization, userId: string): Promise<void> {
  await findMember(db, organization_id, userId);
}
