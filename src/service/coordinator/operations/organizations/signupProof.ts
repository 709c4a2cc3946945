import type { Kysely } from 'kysely';
import type { createSubOrganization } from '../../../../contract/organizations.js';
import { refused } from '../../../../contract/refusals.js';
import type { AnswerOf } from '../../../../contract/row.js';
import { readToken, type ShownToken } from '../../../configuration/shownToken.js';
import type { ProvedIdentity } from '../../../identity/provedIdentities.js';
import type { Tables } from '../../../store/schema.js';
import { type ProviderIdentity, providerLookup } from '../../callers/providerLookup.js';
import { checkClientSignature } from '../../codes/verificationTokens.js';
import type { Execution, ParametersOf } from '../../engine/handler.js';
import { hashOfUse, keepUse, usedBefore } from '../../providers/tokenUses.js';
import { subOrganizationOf } from '../../records/contacts.js';
import { rootUserIds } from '../../records/organizations.js';
import { contactKindOf } from '../../records/users.js';

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

type Parameters = ParametersOf<typeof createSubOrganization>;
type Answer = AnswerOf<typeof createSubOrganization>;

/** @throws {RefusedError} what is wrong with the verification token, if one is shown */
export async function proofOf(signup: Signup, parameters: Parameters): Promise<SignupProof | undefined> {
  const token = await provedContact(signup, parameters);
  if (token) return { token };
  const [[first] = []] = signup.identities;
  const oidcToken = parameters.rootUsers[0]?.oauthProviders?.find((provider) => provider.oidcToken)?.oidcToken;
  if (!first || oidcToken === undefined) return undefined;
  const expiresAtMs = signup.identities[0]?.find(({ proof }) => proof)?.proof?.expiresAtMs ?? signup.nowMs;
  return { identity: first, use: await hashOfUse('signup', '', oidcToken), expiresAtMs };
}

/** @throws {RefusedError} VERIFICATION_TOKEN_SPENT */
export async function existingAnswer(signup: Signup, proof: SignupProof): Promise<Existing | undefined> {
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
