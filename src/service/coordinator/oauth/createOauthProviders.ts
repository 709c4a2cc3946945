import type { Kysely } from 'kysely';
import type { createOauthProviders } from '../../../contract/oauth.js';
import type { ProvedIdentity } from '../../identity/provedIdentities.js';
import type { Tables } from '../../store/schema.js';
import type { Organization } from '../caller/caller.js';
import { loginOfMaker } from '../credentials/loginOfMaker.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { provedProviders } from '../pipeline/provedProviders.js';
import { findMember } from '../users/records.js';
import { awaitKeys, boundToUser } from './boundProviders.js';
import { addProvider } from './records.js';

/** Adds the identities in the order given, all or none. {@link loginOfMaker} */
export const createOauthProvidersHandler: ActivityHandler<typeof createOauthProviders, readonly ProvedIdentity[]> = {
  async prepare({ parameters: { userId, oauthProviders }, ...by }, preparation) {
    await preparation.read((db) => checkUser(db, by.organization, userId));
    return provedProviders(oauthProviders, by, preparation);
  },

  async checkEvidence({ parameters: { userId, oauthProviders }, ...by }, preparation) {
    const proved = await provedProviders(oauthProviders, by, preparation);
    await preparation.read((db) => boundToUser(db, { ...by, nowMs: preparation.nowMs }, userId, proved));
  },

  async execute({ parameters: { userId }, prepared }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    await checkUser(transaction, organization, userId);
    const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
    const providers = await boundToUser(transaction, execution, userId, prepared);
    await awaitKeys(transaction, organization, providers);
    const providerIds: string[] = [];
    for (const provider of providers) providerIds.push(await addProvider(tools, transaction, holder, provider));
    return { providerIds };
  },
};

/** @throws {RefusedError} USER_NOT_FOUND */
async function checkUser(db: Kysely<Tables>, { organization_id }: Organization, userId: string): Promise<void> {
  await findMember(db, organization_id, userId);
}
