import * as v from 'valibot';

/** Features that an organization can enable, some with a value. @see docs/wire.md 2.12 */
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

/** An enabled feature. `value`: the empty string if it has none. */
export const feature = v.object({ name: v.string(), value: v.optional(v.string()) });
export type Feature = v.InferOutput<typeof feature>;

/** The users whose approvals decide for the organization, and how many approvals are needed. @see docs/wire.md 2.11 */
export const quorum = v.object({ threshold: v.number(), userIds: v.array(v.string()) });
