import type { Kysely } from 'kysely';
import type { createSubOrganization } from '../../../contract/organizations.js';
import { refused } from '../../../contract/refusals.js';
import type { AnswerOf } from '../../../contract/row.js';
import { settingsOf } from '../../configuration/authProxyConfigs.js';
import type { Tables } from '../../store/schema.js';
import { readToken, type ShownToken } from '../otp/records.js';
import { checkClientSignature } from '../otp/verificationTokens.js';
import { clientAddressHash } from '../pipeline/clientAddressHash.js';
import type { Execution, ParametersOf } from '../pipeline/execution.js';
import { claimedContacts, contactKindOf, subOrganizationOf } from '../users/contacts.js';
import { rootUserIds } from './records.js';

/** Who signs up where, and the database as it is looked at: before the transaction, and in it. */
export type Signup = Pick<Execution, 'tools' | 'organization' | 'caller' | 'clientAddress' | 'nowMs'> & {
  readonly db: Kysely<Tables>;
};

/**
 * Whether a sub-organization may be made, and by which token; or the answer of the one that is there already.
 *
 * @throws {RefusedError} what refuses it: the request itself, its token, or how many were made from that address
 */
export async function lookAtSignup(
  signup: Signup,
  parameters: Parameters,
): Promise<{ token: ShownToken | undefined; existing: Answer | undefined }> {
  const { organization, caller } = signup;
  refuseUnsupported(parameters);
  if (organization.parent_id !== null) throw refused('SUB_ORGANIZATION_NESTED');
  const token = await provedContact(signup, parameters);
  if (caller.user.is_proxy) checkSignup(parameters, token);
  const existing = token && (await existingAnswer(signup, token));
  if (!existing && caller.user.is_proxy) await checkSignupLimit(signup);
  return { token, existing };
}

type Parameters = ParametersOf<typeof createSubOrganization>;
type Answer = AnswerOf<typeof createSubOrganization>;

function refuseUnsupported(parameters: Parameters): void {
  for (const { oauthProviders = [] } of parameters.rootUsers) {
    if (oauthProviders.length > 0) throw refused('NOT_YET_SUPPORTED', { about: 'oauthProviders' });
  }
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

/** Through the proxy: one root user, with a credential or a token, and no contact but the token's. */
function checkSignup({ rootUsers }: Parameters, token: ShownToken | undefined): void {
  const contacts = rootUsers.flatMap((user) => Object.entries(claimedContacts(user)));
  const expected = token && (contactKindOf(token.otp_type) === 'EMAIL' ? 'email' : 'phoneNumber');
  if (contacts.some(([kind, contact]) => kind !== expected || contact !== token?.contact)) {
    throw refused('CONTACT_NOT_VERIFIED');
  }
  const isBare = ({ apiKeys = [], authenticators = [] }: Parameters['rootUsers'][number]) =>
    apiKeys.length + authenticators.length === 0;
  if (!token && rootUsers.some(isBare)) throw refused('CREDENTIAL_REQUIRED');
  if (rootUsers.length > 1) throw refused('NOT_AUTHORIZED', { about: 'the auth proxy signs up one root user' });
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

async function existingAnswer({ db, organization, caller }: Signup, token: ShownToken): Promise<Answer | undefined> {
  if (token.signed_up_answer !== null) {
    if (!(await isThere(db, token.signed_up_organization_id))) throw refused('VERIFICATION_TOKEN_SPENT');
    return JSON.parse(token.signed_up_answer) as Answer;
  }
  if (token.ended_at_ms !== null) throw refused('VERIFICATION_TOKEN_SPENT');
  if (!caller.user.is_proxy) return undefined;
  const subOrganizationId = await subOrganizationOf(db, {
    parentId: organization.organization_id,
    kind: contactKindOf(token.otp_type),
    contact: token.contact,
  });
  if (subOrganizationId === undefined) return undefined;
  return { subOrganizationId, rootUserIds: await rootUserIds(db, subOrganizationId) };
}

/** Whether what was made was not deleted since. */
async function isThere(db: Kysely<Tables>, organizationId: string | null): Promise<boolean> {
  const found = await db
    .selectFrom('organizations')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return found !== undefined;
}
