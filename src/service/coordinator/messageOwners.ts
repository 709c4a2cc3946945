import type { Owners } from '../delivery/outbox.js';
import { limits } from '../limits/limits.js';

/** What messages of the coordinator are about, and until when they are wanted. */
export const messageOwners: Owners = {
  /** A code that can open nothing any more is not sent: retired, spent, or guessed at too often. */
  otp_code: ({ exists, selectFrom }) =>
    exists(
      selectFrom('otp_codes')
        .select('otp_codes.otp_id')
        .whereRef('otp_codes.organization_id', '=', 'outbox.organization_id')
        .whereRef('otp_codes.otp_id', '=', 'outbox.owner_id')
        .where('otp_codes.retired', '=', 0)
        .where('otp_codes.verified_token_id', 'is', null)
        .where('otp_codes.tries', '<', limits.triesOfCode.most),
    ),
  webhook_endpoint: ({ exists, selectFrom }) =>
    exists(
      selectFrom('webhook_endpoints')
        .select('webhook_endpoints.endpoint_id')
        .whereRef('webhook_endpoints.organization_id', '=', 'outbox.organization_id')
        .whereRef('webhook_endpoints.endpoint_id', '=', 'outbox.owner_id')
        .where('webhook_endpoints.is_active', '=', 1),
    ),
  /** A key that has ended meanwhile is not mailed. */
  credential: ({ exists, selectFrom }) =>
    exists(
      selectFrom('credentials')
        .select('credentials.credential_id')
        .whereRef('credentials.organization_id', '=', 'outbox.organization_id')
        .whereRef('credentials.credential_id', '=', 'outbox.owner_id'),
    ),
  /** An invitation that was accepted or taken back is not sent. */
  invitation: ({ exists, selectFrom }) =>
    exists(
      selectFrom('invitations')
        .select('invitations.invitation_id')
        .whereRef('invitations.organization_id', '=', 'outbox.organization_id')
        .whereRef('invitations.invitation_id', '=', 'outbox.owner_id')
        .where('invitations.status', '=', 'PENDING'),
    ),
};
