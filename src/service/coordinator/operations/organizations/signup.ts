import type { Kysely } from 'kysely';
import { contactKindOf } from '../../../../contract/contact.js';
import type { createSubOrganization } from '../../../../contract/organizations.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerOf } from '../../../../contract/row.js';
import { settingsOf } from '../../../configuration/authProxyConfigs.js';
import { readToken, type ShownToken } from '../../../configuration/shownToken.js';
import type { ProvedIdentity } from '../../../identity/provedIdentities.js';
import { isRequestedBy } from '../../../identity/verifyIdToken.js';
import type { Tables } from '../../../store/schema.js';
import { type ProviderIdentity, providerLookup } from '../../callers/providerLookup.js';
import { checkClientSignature } from '../../codes/verificationTokens.js';
import type { Execution, ParametersOf } from '../../engine/handlers/handler.js';
import { hashOfUse, keepUse, usedBefore } from '../../providers/tokenUses.js';
import { claimedContacts, subOrganizationOf } from '../../records/contacts.js';
import { rootUserIds } from '../../records/organizations.js';
import { clientAddressHash } from './clientAddressHash.js';

/**
 * Whether a sub-organization may be created, and by which proof; or the answer with the existing one.
 *
 * @throws {RefusedError} what refuses it: the request itself, its token, or how many were made from that address
 */
export async function lookAtSignup(
  signup: Signup,
  parameters: Parameters,
): Promise<{ proof: SignupProof | undefined; existing: Existing | undefined }> {
  const { organization, caller } = signup;
  if (organization.parent_id !== null) throw refused('SUB_ORGANIZATION_NESTED');
  const proof = await proofOf(signup, parameters);
  if (caller.user.is_proxy) await checkSignup(signup, parameters, proof?.token);
  const existing = proof && (await existingAnswer(signup, proof));
  if (!existing && caller.user.is_proxy) await checkSignupLimit(signup);
  return { proof, existing };
}

type Parameters = ParametersOf<typeof createSubOrganization>;

/** Through the proxy: one root user, with a credential or a token, and no contact but the token's. */
async function checkSignup(
  { identities }: Signup,
  { rootUsers }: Parameters,
  token: ShownToken | undefined,
): Promise<void> {
  const contacts = rootUsers.flatMap((user) => Object.entries(claimedContacts(user)));
  const expected = token && (contactKindOf(token.otp_type) === 'EMAIL' ? 'email' : 'phoneNumber');
  if (contacts.some(([kind, contact]) => kind !== expected || contact !== token?.contact)) {
    throw refused('CONTACT_NOT_VERIFIED');
  }
  const [{ apiKeys = [], authenticators = [] } = {}, ...others] = rootUsers;
  const [proved = []] = identities;
  const given = apiKeys.length + authenticators.length;
  if (!token && given === 0 && proved.length === 0) throw refused('CREDENTIAL_REQUIRED');
  if (others.length > 0) throw refused('NOT_AUTHORIZED', { about: 'the auth proxy signs up one root user' });
  const people = new Set(proved.map(({ issuer, subject }) => JSON.stringify([issuer, subject])));
  const isAlone = !token && given === 0 && people.size < 2;
  if (isAlone) return;
  await checkBound(proved, apiKeys);
  const isOfItsKey = !token && apiKeys.length === 1 && authenticators.length === 0 && people.size < 2;
  if (people.size > 0 && !isOfItsKey) await checkSigned(proved, token);
}

/**
 * Anybody can name another person's key. So a way in beside an identity's own key is taken only if the holder of that key has signed for all
 * of them: the client signature of a verification token covers the lists.
 *
 * @throws {RefusedError} OIDC_NONCE_MISMATCH
 */
async function checkSigned(proved: readonly ProvedIdentity[], token: ShownToken | undefined): Promise<void> {
  const publicKey = token?.public_key;
  for (const { proof } of proved)
    if (proof && !(publicKey && (await isRequestedBy(proof, publicKey)))) throw refused('OIDC_NONCE_MISMATCH');
}

/**
 * A holder of somebody else's OIDC token must not create an organization that they share: beside another credential, the token's nonce must
 * name one of the keys that sign up.
 *
 * @throws {RefusedError} OIDC_NONCE_MISMATCH
 */
async function checkBound(
  proved: readonly ProvedIdentity[],
  apiKeys: readonly { readonly publicKey: string }[],
): Promise<void> {
  for (const { proof } of proved) {
    const asking = await Promise.all(apiKeys.map(({ publicKey }) => proof && isRequestedBy(proof, publicKey)));
    if (proof && !asking.includes(true)) throw refused('OIDC_NONCE_MISMATCH');
  }
}

/** Not too many new ones from one address; who asks again for what is there makes none. */
async function checkSignupLimit({ tools, db, organization, clientAddress, nowMs }: Signup): Promise<void> {
  const limit = (await settingsOf(db, organization.organization_id))?.signupsPerAddress;
  const requester = await clientAddressHash(tools, organization.organization_id, clientAddress);
  if (!limit || requester === null) return;
  const windowMs = limit.windowSeconds * 1000;
  const recent = await db
    .selectFrom('organizations')
    .select('created_at_ms')
    .where('parent_id', '=', organization.organization_id)
    .where('requester', '=', requester)
    .where('created_at_ms', '>', nowMs - windowMs)
    .orderBy('created_at_ms', 'desc')
    .limit(limit.most)
    .execute();
  const oldest = recent[limit.most - 1];
  if (oldest) throw refused('TOO_MANY_SIGNUPS', { retryAfterMs: oldest.created_at_ms + windowMs - nowMs });
}

/** Who signs up where, and the database as it is looked at: before the transaction, and in it. */
export type Signup = Pick<Execution, 'tools' | 'organization' | 'caller' | 'clientAddress' | 'nowMs'> & {
  readonly db: Kysely<Tables>;
  readonly identities: Identities;
};

/** What the OIDC tokens of each root user prove. */
export type Identities = readonly (readonly ProvedIdentity[])[];

/**
 * What a sign-up makes at most one sub-organization by: a verification token, or else the identity that the first OIDC token proves,
 * and what is written down of that token.
 */
export type SignupProof =
  | { readonly token: ShownToken }
  | {
      readonly token?: undefined;
      readonly identity: ProviderIdentity;
      readonly use: string;
      readonly expiresAtMs: number;
    };

/** The sub-organization that is there already. `by`: the activity that has answered the same token with it. */
export type Existing = { readonly answer: Answer; readonly by?: string | null };

type Answer = AnswerOf<typeof createSubOrganization>;

/** @throws {RefusedError} what is wrong with the verification token, if one is shown */
async function proofOf(signup: Signup, parameters: Parameters): Promise<SignupProof | undefined> {
  const token = await provedContact(signup, parameters);
  if (token) return { token };
  const [[first] = []] = signup.identities;
  const oidcToken = parameters.rootUsers[0]?.oauthProviders?.find((provider) => provider.oidcToken)?.oidcToken;
  if (!first || oidcToken === undefined) return undefined;
  const expiresAtMs = signup.identities[0]?.find(({ proof }) => proof)?.proof?.expiresAtMs ?? signup.nowMs;
  return { identity: first, use: await hashOfUse('signup', '', oidcToken), expiresAtMs };
}

/** @throws {RefusedError} VERIFICATION_TOKEN_SPENT */
async function existingAnswer(signup: Signup, proof: SignupProof): Promise<Existing | undefined> {
  const { db, organization, caller } = signup;
  if (proof.token) return existingOfContact(signup, proof.token);
  const before = await usedBefore(db, organization, { use: proof.use, nowMs: signup.nowMs });
  const answer = before?.answer ? (JSON.parse(before.answer) as Answer) : undefined;
  if (answer && (await isThere(db, answer.subOrganizationId))) return { answer, by: before?.activity_id ?? null };
  if (!caller.user.is_proxy) return undefined;
  const { lookupKey } = await providerLookup(proof.identity);
  const home = await db
    .selectFrom('credential_index')
    .select(['organization_id', 'user_id'])
    .where('parent_id', '=', organization.organization_id)
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst();
  return home && { answer: { subOrganizationId: home.organization_id, rootUserIds: [home.user_id] } };
}

/** The answer, which the same token gets from now on. */
export async function keepSignup(execution: Execution, proof: SignupProof, answer: Answer): Promise<void> {
  const { transaction, activityId } = execution;
  if (!proof.token) return keepUse(execution, { ...proof, answer: JSON.stringify(answer) });
  await transaction
    .updateTable('verification_tokens')
    .set({
      signed_up_organization_id: answer.subOrganizationId,
      signed_up_answer: JSON.stringify(answer),
      signed_up_activity_id: activityId,
    })
    .where('organization_id', '=', proof.token.organization_id)
    .where('token_id', '=', proof.token.token_id)
    .execute();
}

/** The token that proves the first root user's contact, if one is shown. */
async function provedContact(signup: Signup, parameters: Parameters): Promise<ShownToken | undefined> {
  const { verificationToken, clientSignature, rootUsers } = parameters;
  if (verificationToken === undefined) return undefined;
  const token = await readToken(signup, signup.organization, verificationToken);
  const [user] = rootUsers;
  const signed = {
    apiKeys: user?.apiKeys ?? [],
    authenticators: user?.authenticators ?? [],
    oauthProviders: user?.oauthProviders ?? [],
    email: user?.userEmail || undefined,
    phoneNumber: user?.userPhoneNumber || undefined,
  };
  await checkClientSignature(signup, token, clientSignature, { type: 'USAGE_TYPE_SIGNUP', signup: signed });
  return token;
}

async function existingOfContact(
  { db, organization, caller }: Signup,
  token: ShownToken,
): Promise<Existing | undefined> {
  if (token.signed_up_answer !== null) {
    if (!(await isThere(db, token.signed_up_organization_id))) throw refused('VERIFICATION_TOKEN_SPENT');
    return { answer: JSON.parse(token.signed_up_answer) as Answer, by: token.signed_up_activity_id };
  }
  if (token.ended_at_ms !== null) throw refused('VERIFICATION_TOKEN_SPENT');
  if (!caller.user.is_proxy) return undefined;
  const subOrganizationId = await subOrganizationOf(db, {
    parentId: organization.organization_id,
    kind: contactKindOf(token.otp_type),
    contact: token.contact,
  });
  if (subOrganizationId === undefined) return undefined;
  return { answer: { subOrganizationId, rootUserIds: await rootUserIds(db, subOrganizationId) } };
}

/** Whether the organization was not deleted since. */
async function isThere(db: Kysely<Tables>, organizationId: string | null): Promise<boolean> {
  const found = await db
    .selectFrom('organizations')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return found !== undefined;
}
