import type { ContactKind } from '../../../../contract/contact.js';
import { refused } from '../../../../contract/refusals.js';
import type { updateUserEmail, updateUserPhoneNumber } from '../../../../contract/userContacts.js';
import type { createUsers, deleteUsers, updateUser, updateUserName } from '../../../../contract/users.js';
import type { getUser, listUsers, whoami } from '../../../../contract/users.queries.js';
import type { ProvedIdentity } from '../../../identity/provedIdentities.js';
import { limits } from '../../../limits/limits.js';
import { inSlices } from '../../../slices.js';
import type { Row } from '../../../store/schema.js';
import { credentialsOf } from '../../callers/credentialsOf.js';
import type { ActivityHandler, AnswerQuery, Execution } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { withdrawOfUsers } from '../../engine/withdrawn.js';
import { loginOfMaker } from '../../logins/sessionKey.js';
import { boundToKeys, requireFirstStamps } from '../../providers/boundProviders.js';
import { providersOfEach } from '../../providers/provedProviders.js';
import { claimedContacts, removeContact, verifiedContactsOf } from '../../records/contacts.js';
import { checkKeys, credentialsOfAll, removeCredentials } from '../../records/credentials.js';
import { addUser } from '../../records/newUser.js';
import { checkQuorumCanAct } from '../../records/organizations.js';
import { checkTags } from '../../records/tags.js';
import { changeUser, checkUserName, findMember, findUser, readUser, usersOf, writeUser } from '../../records/users.js';
import { answerGetLoginState } from './loginState/loginState.js';
import { replaceContact, spendToken } from './replaceContact.js';
import { answerSearchUsers } from './searchUsers.js';
import { userTagsAnswers, userTagsHandlers } from './tags.js';

/** What their tokens prove: of each user. */
type Prepared = readonly (readonly ProvedIdentity[])[];

/** Adds them in the order given, all or none. */
const createUsersHandler: ActivityHandler<typeof createUsers, Prepared> = {
  async prepare({ parameters: { users }, ...by }, preparation) {
    const keys = users.flatMap(({ apiKeys }) => apiKeys);
    await checkKeys(keys, preparation.tools.work);
    return providersOfEach(users, by, preparation);
  },

  async checkEvidence({ parameters: { users }, ...by }, preparation) {
    const proved = await providersOfEach(users, by, preparation);
    await preparation.read(async (db) => {
      for (const [index, { apiKeys }] of users.entries())
        await boundToKeys(db, by.organization, apiKeys, proved[index] ?? []);
    });
  },

  async execute({ parameters: { users }, prepared }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const present = await usersOf(transaction, organization.organization_id);
    const members = present.filter(({ is_proxy }) => is_proxy === 0);
    if (members.length + users.length > limits.users.most)
      throw refused('LIMIT_REACHED', { about: `${limits.users.most} users` });
    const names = [...present.map(({ user_name }) => user_name), ...users.map(({ userName }) => userName)];
    if (new Set(names).size < names.length) throw refused('NAME_TAKEN', { about: 'user name' });
    const loginId = loginOfMaker(execution);
    const entry = { isRoot: 0, isProxy: 0, keyProof: 'unproved', loginId, nowMs } as const;
    const userIds: string[] = [];
    for (const [index, { userName, apiKeys, authenticators, userTags, ...contacts }] of users.entries()) {
      const tagIds = await checkTags(transaction, organization.organization_id, userTags);
      const verified = { email: false, phoneNumber: false };
      const providers = await boundToKeys(transaction, organization, apiKeys, prepared[index] ?? []);
      const user = { userName, apiKeys, authenticators, providers, tagIds, verified, ...claimedContacts(contacts) };
      userIds.push(await addUser(tools, transaction, organization, user, entry));
      await requireFirstStamps(transaction, organization, providers);
    }
    return done({ userIds });
  },
};

/** This permission does not verify contacts: a new one is unverified. */
const updateUserHandler: ActivityHandler<typeof updateUser> = {
  async execute({ parameters }, execution) {
    const { transaction, organization, nowMs } = execution;
    const { userId, userName, userEmail, userPhoneNumber, userTagIds } = parameters;
    const user = await findMember(transaction, organization.organization_id, userId);
    if (userName !== undefined) await checkUserName(transaction, organization.organization_id, userName, userId);
    const tagIds = userTagIds && (await checkTags(transaction, organization.organization_id, userTagIds));
    const changed = {
      ...(userName !== undefined && { user_name: userName }),
      ...(tagIds && { tag_ids: JSON.stringify(tagIds) }),
    };
    await changeUser(transaction, user, changed, nowMs);
    const contacts = [
      ['EMAIL', userEmail],
      ['PHONE_NUMBER', userPhoneNumber],
    ] as const;
    for (const [kind, typed] of contacts)
      if (typed !== undefined) await replaceContact(execution, user, { kind, typed, proof: 'claimed' });
    if (user.is_root) await checkQuorumCanAct(transaction, organization);
    return done({ userId });
  },
};

const updateUserNameHandler: ActivityHandler<typeof updateUserName> = {
  async execute({ parameters: { userId, userName } }, { transaction, organization, nowMs }) {
    const user = await findMember(transaction, organization.organization_id, userId);
    await checkUserName(transaction, organization.organization_id, userName, userId);
    await changeUser(transaction, user, { user_name: userName }, nowMs);
    return done({ userId });
  },
};

/** With a token, or by the root quorum's word. */
const updateUserEmailHandler: ActivityHandler<typeof updateUserEmail> = {
  async execute({ parameters: { userId, userEmail: typed, verificationToken } }, execution) {
    await updateContact(execution, { userId, kind: 'EMAIL', typed, verificationToken });
    return done({ userId });
  },
};

/** With a token, or by the root quorum's word. */
const updateUserPhoneNumberHandler: ActivityHandler<typeof updateUserPhoneNumber> = {
  async execute({ parameters: { userId, userPhoneNumber: typed, verificationToken } }, execution) {
    await updateContact(execution, { userId, kind: 'PHONE_NUMBER', typed, verificationToken });
    return done({ userId });
  },
};

type ContactChange = {
  readonly userId: string;
  readonly kind: ContactKind;
  readonly typed: string;
  readonly verificationToken: string | undefined;
};

/** @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED, LAST_CREDENTIAL and those of the contact and the token */
async function updateContact(execution: Execution, change: ContactChange): Promise<void> {
  const { transaction, organization, isByRootQuorum } = execution;
  const { userId, verificationToken: text } = change;
  const user = await findMember(transaction, organization.organization_id, userId);
  const language = text === undefined ? null : await spendToken(execution, { ...change, text });
  const word = isByRootQuorum ? 'root quorum' : 'claimed';
  await replaceContact(execution, user, { ...change, proof: text === undefined ? word : 'token', language });
  if (user.is_root) await checkQuorumCanAct(transaction, organization);
}

/** All or none, with their credentials, contacts, votes and waiting activities. */
const deleteUsersHandler: ActivityHandler<typeof deleteUsers> = {
  async execute({ parameters }, execution) {
    const { transaction, organization } = execution;
    const userIds = [...new Set(parameters.userIds)];
    const users = [];
    for (const userId of userIds) users.push(await findMember(transaction, organization.organization_id, userId));
    for (const user of users) await deleteUser(execution, user);
    await withdrawOfUsers(execution, userIds);
    if (users.some(({ is_root }) => is_root)) await checkQuorumCanAct(transaction, organization);
    return done({ userIds });
  },
};

async function deleteUser({ transaction, organization }: Execution, user: Row<'users'>): Promise<void> {
  const { organization_id: organizationId } = organization;
  await removeCredentials(transaction, organization, await credentialsOf(transaction, user));
  const holder = { organizationId, userId: user.user_id };
  for (const contact of verifiedContactsOf(user)) await removeContact(transaction, contact, holder);
  await transaction
    .deleteFrom('users')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', user.user_id)
    .execute();
}

/** A foreign and an absent user are both not found. */
const answerGetUser: AnswerQuery<typeof getUser> = async ({ organizationId, userId }, { db }) => {
  const user = await findUser(db, organizationId, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  return { user: await readUser(db, user), verifiedContacts: verifiedKindsOf(user) };
};

function verifiedKindsOf({ email, email_verified, phone_number, phone_verified }: Row<'users'>): ContactKind[] {
  return [
    ...(email !== null && email_verified ? ['EMAIL' as const] : []),
    ...(phone_number !== null && phone_verified ? ['PHONE_NUMBER' as const] : []),
  ];
}

const answerListUsers: AnswerQuery<typeof listUsers> = async ({ organizationId }, { db }) => {
  const credentials = await credentialsOfAll(db, organizationId);
  const users = await usersOf(db, organizationId);
  return {
    users: await inSlices(users, (user) =>
      writeUser(
        user,
        credentials.filter(({ user_id }) => user_id === user.user_id),
      ),
    ),
  };
};

/** The caller's own organization, also where a parent's user asks in a sub-organization. */
const answerWhoami: AnswerQuery<typeof whoami> = async (_request, { db, organization, caller }) => {
  const { organization_id, user_id, user_name } = caller.user;
  const { name } = caller.fromParent
    ? await db
        .selectFrom('organizations')
        .select('name')
        .where('organization_id', '=', organization_id)
        .executeTakeFirstOrThrow()
    : organization;
  return { organizationId: organization_id, organizationName: name, userId: user_id, username: user_name };
};

export const usersHandlers = {
  ...userTagsHandlers,
  createUsers: createUsersHandler,
  deleteUsers: deleteUsersHandler,
  updateUser: updateUserHandler,
  updateUserEmail: updateUserEmailHandler,
  updateUserName: updateUserNameHandler,
  updateUserPhoneNumber: updateUserPhoneNumberHandler,
};

export const usersAnswers = {
  ...userTagsAnswers,
  getLoginState: answerGetLoginState,
  getUser: answerGetUser,
  listUsers: answerListUsers,
  searchUsers: answerSearchUsers,
  whoami: answerWhoami,
};
