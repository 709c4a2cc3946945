import type { Kysely } from 'kysely';
import { canonicalEmail } from '../../../../contract/contact.js';
import type { createInvitations, deleteInvitation } from '../../../../contract/invitations.js';
import type { listInvitations } from '../../../../contract/invitations.queries.js';
import { refused } from '../../../../contract/refusals.js';
import { limits } from '../../../limits/limits.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ActivityHandler, AnswerQuery, Execution, ParametersOf } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { readPage } from '../../engine/pagination.js';
import { endInvitation, writeInvitation } from '../../records/invitations.js';
import { checkTags } from '../../records/tags.js';
import { findUser } from '../../records/users.js';
import { mailInvitation } from './invitationEmail.js';

const lifetimeMs = 7 * 24 * 60 * 60_000;

/** Writes an invitation for each, and where the organization may mail, a message. */
const createInvitationsHandler: ActivityHandler<typeof createInvitations> = {
  async execute({ parameters: { invitations } }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    for (const each of invitations) await checkSender(execution, each);
    await checkRoom(transaction, organization.organization_id, invitations, nowMs);
    if (organization.parent_id === null) await checkNoAccount(transaction, organization.organization_id, invitations);
    const invitationIds: string[] = [];
    for (const each of invitations) {
      const invitation: Row<'invitations'> = {
        organization_id: organization.organization_id,
        invitation_id: tools.newTimedId(nowMs),
        receiver_user_name: each.receiverUserName,
        receiver_user_email: canonicalEmail(each.receiverUserEmail),
        receiver_tag_ids: JSON.stringify(each.receiverUserTags),
        access_type: each.accessType,
        sender_user_id: each.senderUserId,
        status: 'PENDING',
        by_root_quorum: execution.isByRootQuorum ? 1 : 0,
        accepted_user_id: null,
        expires_at_ms: nowMs + lifetimeMs,
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      };
      await transaction.insertInto('invitations').values(invitation).execute();
      await mailInvitation(execution, invitation);
      invitationIds.push(invitation.invitation_id);
    }
    return done({ invitationIds });
  },
};

type NewInvitation = ParametersOf<typeof createInvitations>['invitations'][number];

/** The sender must be the caller. */
async function checkSender(
  { transaction, caller }: Execution,
  { senderUserId, receiverUserTags }: NewInvitation,
): Promise<void> {
  const { organization_id, user_id } = caller.user;
  if (senderUserId !== user_id) {
    if (!(await findUser(transaction, organization_id, senderUserId))) throw refused('USER_NOT_FOUND');
    throw refused('NOT_AUTHORIZED', { about: 'senderUserId is another user' });
  }
  await checkTags(transaction, organization_id, receiverUserTags);
}

/** No two users of an organization have one name, and so no two who may become users. */
async function checkRoom(
  db: Kysely<Tables>,
  organizationId: string,
  invitations: readonly NewInvitation[],
  nowMs: number,
): Promise<void> {
  const pending = await db
    .selectFrom('invitations')
    .select('receiver_user_name')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'PENDING')
    .where('expires_at_ms', '>', nowMs)
    .limit(limits.invitations.most)
    .execute();
  if (pending.length + invitations.length > limits.invitations.most)
    throw refused('LIMIT_REACHED', { about: 'invitations' });
  const names = invitations.map(({ receiverUserName }) => receiverUserName);
  const users = await db
    .selectFrom('users')
    .select('user_name')
    .where('organization_id', '=', organizationId)
    .where('user_name', 'in', names)
    .execute();
  const taken = new Set(pending.map(({ receiver_user_name }) => receiver_user_name));
  if (users.length > 0 || new Set(names).size < names.length || names.some((name) => taken.has(name)))
    throw refused('NAME_TAKEN', { about: 'user name' });
}

/** One address would log in at two places: at its account, and here. */
async function checkNoAccount(
  db: Kysely<Tables>,
  parentId: string,
  invitations: readonly NewInvitation[],
): Promise<void> {
  const addresses = invitations.map(({ receiverUserEmail }) => canonicalEmail(receiverUserEmail));
  const found = await db
    .selectFrom('contacts')
    .select('contact')
    .where('parent_id', '=', parentId)
    .where('kind', '=', 'EMAIL')
    .where('contact', 'in', addresses)
    .limit(1)
    .executeTakeFirst();
  if (found) throw refused('CONTACT_HAS_ACCOUNT');
}

/** It can no longer be accepted; its message in the outbox is not sent. */
const deleteInvitationHandler: ActivityHandler<typeof deleteInvitation> = {
  async execute({ parameters: { invitationId } }, { transaction, organization, nowMs }) {
    const found = await transaction
      .selectFrom('invitations')
      .selectAll()
      .where('organization_id', '=', organization.organization_id)
      .where('invitation_id', '=', invitationId)
      .executeTakeFirst();
    if (!found) throw refused('INVITATION_NOT_FOUND');
    if (found.status !== 'PENDING') throw refused('INVITATION_NOT_PENDING');
    await endInvitation(transaction, found, { status: 'DELETED', updated_at_ms: nowMs });
    return done({ invitationId });
  },
};

/** Newest first. */
const answerListInvitations: AnswerQuery<typeof listInvitations> = async (request, { db }) => {
  const { organizationId, paginationOptions: page } = request;
  const list = db.selectFrom('invitations').selectAll().where('organization_id', '=', organizationId);
  const found = await readPage(list, { by: 'invitation_id', from: 'greatest' }, page);
  return { invitations: found.map(writeInvitation) };
};

export const invitationsHandlers = {
  createInvitations: createInvitationsHandler,
  deleteInvitation: deleteInvitationHandler,
};

export const invitationsAnswers = {
  listInvitations: answerListInvitations,
};
