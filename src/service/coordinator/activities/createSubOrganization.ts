import { canonicalEmail, canonicalPhone } from '../../../contract/contact.js';
import type { createSubOrganization } from '../../../contract/organizations.js';
import { refused } from '../../../contract/refusals.js';
import type { AnswerOf } from '../../../contract/row.js';
import { askerOf } from '../asker.js';
import { settingsOf } from '../authProxyConfigs.js';
import { addContact, contactKindOf, subOrganizationOf } from '../contacts.js';
import type { Execute, Execution, ParametersOf } from '../execution.js';
import type { KeyProof } from '../keyProof.js';
import { makeOrganization, type NewUser } from '../makeOrganization.js';
import { checkClientSignature, readToken, type ShownToken } from '../verificationTokens.js';
import { makeWallet } from '../wallets.js';

/**
 * Makes a sub-organization. With a verification token it makes at most one: the same token, and through the proxy the same
 * verified contact, gets the one that is there.
 */
export const executeCreateSubOrganization: Execute<typeof createSubOrganization> = async (parameters, execution) => {
  const { organization, caller } = execution;
  refuseUnsupported(parameters);
  if (organization.parent_id !== null) throw refused('SUB_ORGANIZATION_NESTED');
  const token = await provedContact(execution, parameters);
  if (caller.user.is_proxy) checkSignup(parameters, token);
  const existing = token && (await existingAnswer(execution, token));
  if (existing) return existing;
  if (caller.user.is_proxy) await checkSignupLimit(execution);
  const answer = await make(execution, parameters, token);
  if (token) await note(execution, token, answer);
  return answer;
};

type Parameters = ParametersOf<typeof createSubOrganization>;
type Answer = AnswerOf<typeof createSubOrganization>;
type RootUser = Parameters['rootUsers'][number];

function refuseUnsupported(parameters: Parameters): void {
  for (const name of ['disableEmailRecovery', 'disableEmailAuth', 'disableSmsAuth', 'disableOtpEmailAuth'] as const) {
    if (parameters[name]) throw refused('NOT_YET_SUPPORTED', { about: name });
  }
  for (const user of parameters.rootUsers) {
    if (user.authenticators.length > 0) throw refused('NOT_YET_SUPPORTED', { about: 'authenticators' });
    if (user.oauthProviders.length > 0) throw refused('NOT_YET_SUPPORTED', { about: 'oauthProviders' });
  }
}

/** The token that proves the first root user's contact, if one is shown. */
async function provedContact(execution: Execution, parameters: Parameters): Promise<ShownToken | undefined> {
  const { verificationToken, clientSignature, rootUsers } = parameters;
  if (verificationToken === undefined) return undefined;
  const token = await readToken(execution, execution.organization, verificationToken);
  const [user] = rootUsers;
  const signup = {
    apiKeys: user?.apiKeys,
    authenticators: user?.authenticators,
    oauthProviders: user?.oauthProviders,
    email: user?.userEmail || undefined,
    phoneNumber: user?.userPhoneNumber || undefined,
  };
  await checkClientSignature(execution, token, clientSignature, { type: 'USAGE_TYPE_SIGNUP', signup });
  return token;
}

/** Through the proxy: one root user, with a credential or a token, and no contact but the token's. */
function checkSignup({ rootUsers }: Parameters, token: ShownToken | undefined): void {
  const contacts = rootUsers.flatMap((user) => Object.entries(contactsOf(user)));
  const expected = token && (contactKindOf(token.otp_type) === 'EMAIL' ? 'email' : 'phoneNumber');
  if (contacts.some(([kind, contact]) => kind !== expected || contact !== token?.contact)) {
    throw refused('CONTACT_NOT_VERIFIED');
  }
  if (!token && rootUsers.some((user) => user.apiKeys.length === 0)) throw refused('CREDENTIAL_REQUIRED');
  if (rootUsers.length > 1) throw refused('NOT_AUTHORIZED', { about: 'the auth proxy signs up one root user' });
}

/** Not too many new ones from one address; who asks again for what is there makes none. */
async function checkSignupLimit({ tools, transaction, organization, clientAddress, nowMs }: Execution): Promise<void> {
  const limit = (await settingsOf(transaction, organization.organization_id))?.signupsPerAddress;
  const asker = await askerOf(tools, organization.organization_id, clientAddress);
  if (!limit || asker === null) return;
  const windowMs = limit.windowSeconds * 1000;
  const recent = await transaction
    .selectFrom('organizations')
    .select('created_at_ms')
    .where('parent_id', '=', organization.organization_id)
    .where('asker', '=', asker)
    .where('created_at_ms', '>', nowMs - windowMs)
    .orderBy('created_at_ms', 'desc')
    .limit(limit.most)
    .execute();
  const oldest = recent[limit.most - 1];
  if (oldest) throw refused('TOO_MANY_SIGNUPS', { retryAfterMs: oldest.created_at_ms + windowMs - nowMs });
}

async function existingAnswer(
  { transaction, organization, caller }: Execution,
  token: ShownToken,
): Promise<Answer | undefined> {
  if (token.signed_up_answer !== null) return JSON.parse(token.signed_up_answer) as Answer;
  if (token.ended_at_ms !== null) throw refused('VERIFICATION_TOKEN_SPENT');
  if (!caller.user.is_proxy) return undefined;
  const subOrganizationId = await subOrganizationOf(transaction, {
    parentId: organization.organization_id,
    kind: contactKindOf(token.otp_type),
    contact: token.contact,
  });
  if (subOrganizationId === undefined) return undefined;
  const roots = await transaction
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', subOrganizationId)
    .where('is_root', '=', 1)
    .execute();
  return { subOrganizationId, rootUserIds: roots.map(({ user_id }) => user_id) };
}

async function make(execution: Execution, parameters: Parameters, token: ShownToken | undefined): Promise<Answer> {
  const { tools, transaction, organization, caller, clientAddress, nowMs } = execution;
  const parentId = organization.organization_id;
  const rootUsers = parameters.rootUsers.map((user, index) => newUser(user, index === 0 ? token : undefined));
  const { organizationId, userIds } = await makeOrganization(tools, transaction, {
    parentId,
    name: parameters.subOrganizationName,
    rootUsers,
    rootQuorumThreshold: parameters.rootQuorumThreshold,
    keyProof: caller.user.is_proxy ? proofAtSignup(parameters, token) : 'given by the parent',
    asker: caller.user.is_proxy ? await askerOf(tools, parentId, clientAddress) : null,
    nowMs,
  });
  const [userId] = userIds;
  if (token && userId !== undefined) {
    const contact = { parentId, kind: contactKindOf(token.otp_type), contact: token.contact };
    await addContact(transaction, contact, { organizationId, userId, throughProxy: caller.user.is_proxy === 1 });
  }
  const wallet =
    parameters.wallet && (await makeWallet(tools, transaction, { organizationId, nowMs }, parameters.wallet));
  return { subOrganizationId: organizationId, rootUserIds: userIds, ...(wallet && { wallet }) };
}

/** The proxy passes on what a stranger says of a key. One key, no contact and nothing else: then nobody else ever gets in. */
function proofAtSignup({ rootUsers }: Parameters, token: ShownToken | undefined): KeyProof {
  const keys = rootUsers.flatMap(({ apiKeys }) => apiKeys);
  return !token && rootUsers.length === 1 && keys.length === 1 ? 'awaits a stamp, alone' : 'awaits a stamp';
}

/** The token's contact is the user's, verified, whether or not the request repeats it; any other is claimed only. */
function newUser(user: RootUser, token: ShownToken | undefined): NewUser {
  const claimed = contactsOf(user);
  const kind = token && contactKindOf(token.otp_type);
  const email = kind === 'EMAIL' ? token?.contact : claimed.email;
  const phoneNumber = kind === 'PHONE_NUMBER' ? token?.contact : claimed.phoneNumber;
  const { userName, apiKeys } = user;
  const verified = { email: kind === 'EMAIL', phoneNumber: kind === 'PHONE_NUMBER' };
  return { userName, apiKeys, email, phoneNumber, verified };
}

function contactsOf({ userEmail, userPhoneNumber }: RootUser): { email?: string; phoneNumber?: string } {
  return {
    ...(userEmail && { email: canonicalEmail(userEmail) }),
    ...(userPhoneNumber && { phoneNumber: canonicalPhone(userPhoneNumber) }),
  };
}

async function note({ transaction }: Execution, token: ShownToken, answer: Answer): Promise<void> {
  await transaction
    .updateTable('verification_tokens')
    .set({ signed_up_organization_id: answer.subOrganizationId, signed_up_answer: JSON.stringify(answer) })
    .where('organization_id', '=', token.organization_id)
    .where('token_id', '=', token.token_id)
    .execute();
}
