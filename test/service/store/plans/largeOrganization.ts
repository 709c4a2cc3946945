import type { Copy } from '../../../support/growth/copies.js';
import type { Dialect } from '../../../support/growth/dialect.js';
import type { Template } from '../../../support/growth/template.js';

/** Adds many rows of each kind to the parent, so that it is large in every table. */
export function largeOrganization({ parentId }: Template, { hex }: Dialect): readonly Copy[] {
  const where = `organization_id = '${parentId}'`;
  const id = `${hex('i', 8)} || '-1111-4000-8000-000000000000'`;
  return [
    { table: 'users', where: `${where} and is_root = 1`, set: { user_id: id, user_name: id, is_root: '0' } },
    { table: 'credentials', where, set: { user_id: id, credential_id: id, lookup_key: hex('i', 66) } },
    { table: 'votes', where, set: { activity_id: id, vote_id: id } },
    { table: 'wallets', where, set: { wallet_id: id, wallet_name: id, ordinal: '100 + i' } },
    { table: 'private_keys', where, set: { private_key_id: id, private_key_name: id } },
    { table: 'private_key_addresses', where, set: { private_key_id: id, address: id } },
    { table: 'tagged_private_keys', where, set: { private_key_id: id, tag_id: id } },
    { table: 'policy_texts', where, set: { policy_id: id } },
    { table: 'webhook_deliveries', where, set: { event_id: id, expires_at_ms: 't.expires_at_ms + i' } },
    {
      table: 'sent_messages',
      where,
      set: { message_id: `t.kind || ${id}`, contact_hash: id, expires_at_ms: 't.expires_at_ms + i' },
    },
    {
      table: 'invitations',
      where,
      set: { invitation_id: id, receiver_user_email: id, expires_at_ms: 't.expires_at_ms + i' },
    },
    {
      table: 'app_proofs',
      where,
      set: { app_proof_id: id, activity_id: id, key_id: id, address: id, boot_proof_id: id },
    },
    { table: 'sealed_answers', where, set: { activity_id: id, expires_at_ms: 't.expires_at_ms + i' } },
  ];
}
