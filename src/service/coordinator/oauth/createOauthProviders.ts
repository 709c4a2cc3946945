import type { Kysely } from 'kysely';
import type { createOauthProviders } from '../../../contract/oauth.js';
import type { Tables } from '../../store/schema.js';
import type { Organization } from '../caller/caller.js';
import { loginOfMaker } from '../credentials/loginOfMaker.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { provedProviders } from '../pipeline/provedProviders.js';
import { findMember } from '../users/records.js';
import { addProvider, type NewProvider } from './records.js';

/** Adds the identities in the order given, all or none. {@link loginOfMaker} */
export const createOauthProvidersHandler: ActivityHandler<typeof createOauthProviders, readonly NewProvider[]> = {
  async prepare({ parameters: { userId, oauthProviders }, ...by }, preparation) {
    await preparation.read((db) => checkUser(db, by.organization, userId));
    return provedProviders(oauthProviders, by, preparation);
  },

  async checkEvidence({ parameters: { oauthProviders }, ...by }, preparation) {
    await provedProviders(oauthProviders, by, preparation);
  },

  async execute({ parameters: { userId }, prepared }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    await checkUser(transaction, organization, userId);
    const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
    const providerIds: string[] = [];
    for (const provider of prepared) providerIds.push(await addProvider(tools, transaction, holder, provider));
    return { providerIds };
  },
};

/** @throws {RefusedError} USER_NOT_FOUND */
async function checkUser(db: Kysely<Tables>, { organization_id }: Organization, userId: string): Promise<void> {
  await findMember(db, organization_id, userId);
}
