import { type createOauthProviders, type deleteOauthProviders, oauthLogin } from '../../../contract/oauth.js';
import type { getOauthProviders } from '../../../contract/oauth.queries.js';
import { refused } from '../../../contract/refusals.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import { linkedEmail } from '../../identity/authoritativeEmail.js';
import type { ProvedIdentity } from '../../identity/provedIdentities.js';
import { type Identity, isRequestedBy } from '../../identity/verifyIdToken.js';
import { newId } from '../../ids.js';
import type { Row } from '../../store/schema.js';
import { usersWith } from '../callers/contactStatements.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import { providerLookup } from '../callers/providerLookup.js';
import { deniesLogin } from '../engine/admission/decision.js';
import type {
  ActivityHandler,
  AnswerQuery,
  Execution,
  ParametersOf,
  Preparation,
  RequestedActivity,
  RequestedBy,
} from '../engine/handlers/handler.js';
import { again, done } from '../engine/handlers/outcome.js';
import { findActivity } from '../engine/record/record.js';
import { openKept } from '../engine/sealedAnswers.js';
import { openSession, proofUnshown } from '../logins/openSession.js';
import { removeNamed } from '../logins/removeNamed.js';
import { loginOfMaker, type SessionLogin } from '../logins/sessionKey.js';
import { boundAsAwaited, boundToUser, requireFirstStamps } from '../providers/boundProviders.js';
import { provedProviders, recentIdentity } from '../providers/provedProviders.js';
import { hashOfUse, keepUse, usedBefore } from '../providers/tokenUses.js';
import { credentialsOfAll } from '../records/credentials.js';
import { addProvider, isProvider, type NewProvider, writeOauthProvider } from '../records/oauth.js';
import { checkCodesOn, isTopLevelRoot } from '../records/organizations.js';
import { findMember, findUser } from '../records/users.js';

/** Opens a session for the user whose identity the token proves. The same token with the same key returns the same session. */
const oauthLoginHandler: ActivityHandler<typeof oauthLogin, Identity> = {
  prepare: provedLogin,

  async checkEvidence(request, preparation) {
    await provedLogin(request, preparation);
  },

  async execute({ parameters, prepared: identity }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    if (parameters.sessionProfileId !== undefined) throw refused('NOT_YET_SUPPORTED', { about: 'sessionProfileId' });
    const user = await userOf(execution, identity);
    if (await deniesLogin(transaction, { ...execution, row: oauthLogin, parameters, user }))
      throw refused('NOT_AUTHORIZED');
    const { oidcToken, publicKey } = parameters;
    const use = await hashOfUse('login', publicKey, oidcToken);
    const before = await usedBefore(transaction, organization, { use, nowMs });
    const earlier = before && (await findActivity(transaction, organization.organization_id, before.activity_id));
    const kept = earlier && (await openKept(tools, transaction, earlier, 'result'));
    if (before && kept) return again(execution, before.activity_id, kept.oauthLoginResult as { session: string });
    const session = await openSession(execution, user, parameters, loginOf(execution));
    await keepUse(execution, { use, answer: null, expiresAtMs: identity.expiresAtMs });
    return done({ session }, { counts: { kind: 'LOGIN', method: identity.issuer } });
  },
};

async function provedLogin(
  { parameters, ...by }: RequestedActivity<typeof oauthLogin> & RequestedBy,
  preparation: Preparation,
): Promise<Identity> {
  const identity = await recentIdentity(parameters.oidcToken, by, preparation);
  if (await isRequestedBy(identity, parameters.publicKey)) return identity;
  throw refused('OIDC_NONCE_MISMATCH');
}

/** A token proves who requested it, and not possession of the key that it names; the key's first stamp proves that. */
const loginOf = ({ tools, caller, nowMs }: Execution): SessionLogin => ({
  id: newId(tools.random),
  atMs: nowMs,
  proof: proofUnshown(caller),
});

/** @throws {RefusedError} ACCOUNT_NOT_FOUND */
async function userOf(execution: Execution, identity: Identity): Promise<Row<'users'>> {
  const { transaction, organization } = execution;
  const { lookupKey } = await providerLookup(identity);
  const organizationId = organization.organization_id;
  const provider = await transaction
    .selectFrom('credentials')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst();
  const known = provider && (await findUser(transaction, organizationId, provider.user_id));
  const user = known ?? (await linkedUser(execution, identity));
  if (user && !isTopLevelRoot(organization, user)) return user;
  throw refused('ACCOUNT_NOT_FOUND');
}

/** The user with the token's verified e-mail address, if the configuration links people by it. From then on the identity is theirs. */
async function linkedUser(execution: Execution, identity: Identity): Promise<Row<'users'> | undefined> {
  const { tools, transaction, organization, nowMs } = execution;
  const email = linkedEmail(await settingsFor(transaction, organization), identity);
  if (email === undefined || organization.parent_id === null) return undefined;
  const [user, ...others] = await usersWith(transaction, organization.organization_id, 'EMAIL', email);
  if (!user || others.length > 0) return undefined;
  // Where the address is no way in, it is none by another's word for it either.
  await checkCodesOn(transaction, organization, 'OTP_TYPE_EMAIL');
  const provider = { ...identity, providerName: 'Google' };
  await addProvider(tools, transaction, { organization, userId: user.user_id, loginId: null, nowMs }, provider);
  return user;
}

type Parameters = ParametersOf<typeof createOauthProviders>;

/**
 * As they are kept while others are asked: a session's key is renewed meanwhile, so that the keys are not asked for again. For each identity
 * the key whose first stamp it waited for, or `null`. Absent of what has waited since before that was kept.
 */
type Held = Parameters & { readonly awaited?: readonly (string | null)[] };

/** The identities, and for which keys they were requested, where that was found out when the activity was submitted. */
type Proved = { readonly identities: readonly ProvedIdentity[]; readonly awaited: Held['awaited'] };

/** Adds the identities in the order given, all or none. {@link loginOfMaker} */
const createOauthProvidersHandler: ActivityHandler<typeof createOauthProviders, Proved, readonly NewProvider[]> = {
  async prepare({ parameters, ...by }, preparation) {
    const { userId, oauthProviders }: Parameters = parameters;
    await preparation.read((db) => findMember(db, by.organization.organization_id, userId));
    const identities = await provedProviders(oauthProviders, by, preparation);
    const wasHeld = preparation.evidence === 'checked';
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
    await findMember(transaction, organization.organization_id, userId); // else USER_NOT_FOUND
    const holder = { organization, userId, loginId: loginOfMaker(execution), nowMs };
    const { identities, awaited } = prepared;
    const providers = awaited
      ? await boundAsAwaited(transaction, { organization, userId }, identities, awaited)
      : await boundToUser(transaction, execution, userId, identities);
    await requireFirstStamps(transaction, organization, providers);
    const providerIds: string[] = [];
    for (const provider of providers) providerIds.push(await addProvider(tools, transaction, holder, provider));
    return done({ providerIds });
  },
};

/** Deletes all the identities named, or none. */
const deleteOauthProvidersHandler: ActivityHandler<typeof deleteOauthProviders> = {
  async execute({ parameters: { userId, providerIds } }, execution) {
    await removeNamed(execution, {
      userId,
      ids: providerIds,
      isOfKind: isProvider,
      absent: 'OAUTH_PROVIDER_NOT_FOUND',
    });
    return done({ providerIds });
  },
};

/** Of one user, or of all. */
const answerGetOauthProviders: AnswerQuery<typeof getOauthProviders> = async ({ organizationId, userId }, { db }) => {
  if (userId === undefined) {
    const held = await credentialsOfAll(db, organizationId);
    return { oauthProviders: held.filter(isProvider).map(writeOauthProvider) };
  }
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { oauthProviders: (await credentialsOf(db, user)).filter(isProvider).map(writeOauthProvider) };
};

export const oauthHandlers = {
  createOauthProviders: createOauthProvidersHandler,
  deleteOauthProviders: deleteOauthProvidersHandler,
  oauthLogin: oauthLoginHandler,
};

export const oauthAnswers = {
  getOauthProviders: answerGetOauthProviders,
};
