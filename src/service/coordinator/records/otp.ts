import type { Kysely } from 'kysely';
import type { OtpType } from '../../../contract/contact.js';
import { limitKeyOf } from '../../configuration/limitKey.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';

/** A message that is no one-time code's. */
type Noted = {
  /** Where codes are counted: a parent. */
  readonly organizationId: string;
  readonly otpType: OtpType;
  /** Canonical form. */
  readonly contact: string;
  readonly nowMs: number;
};

/** Records a message that is no one-time code where limits count a contact's messages; it has no requester. */
export async function noteMessage(
  { newTimedId }: Pick<Tools, 'newTimedId'>,
  db: Kysely<Tables>,
  { organizationId, otpType, contact, nowMs }: Noted,
): Promise<void> {
  await db
    .insertInto('otp_codes')
    .values({
      organization_id: organizationId,
      otp_id: newTimedId(nowMs),
      purpose: 'message',
      otp_type: otpType,
      contact,
      limit_key: limitKeyOf(otpType, contact),
      salt: '',
      code_hash: '',
      length: 0,
      alphanumeric: 0,
      requester: '',
      device: null,
      tries: 0,
      expires_at_ms: nowMs,
      retired: 1,
      created_at_ms: nowMs,
    })
    .execute();
}
