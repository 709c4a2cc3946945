import * as v from 'valibot';

/** What an organization may have switched on, or given a value. @see Wire facts 2.12 */
export const featureName = v.picklist([
  'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY',
  'FEATURE_NAME_WEBAUTHN_ORIGINS',
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_WEBHOOK',
  'FEATURE_NAME_SMS_AUTH',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
  'FEATURE_NAME_AUTH_PROXY',
  'FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED',
  'FEATURE_NAME_SWAP_CONFIG',
  'FEATURE_NAME_EARN_CONFIG',
]);
export type FeatureName = v.InferOutput<typeof featureName>;

/** A feature that is on. `value`: the empty string where it has none. */
export const feature = v.object({ name: v.string(), value: v.optional(v.string()) });
export type Feature = v.InferOutput<typeof feature>;

/** Whose approvals decide for the organization, and how many of them. @see Wire facts 2.11 */
export const quorum = v.object({ threshold: v.number(), userIds: v.array(v.string()) });
