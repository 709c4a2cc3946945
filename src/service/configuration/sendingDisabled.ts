import type { OtpType } from '../../contract/contact.js';
import { type RefusedError, refused } from '../../contract/refusals.js';

/** The refusal to send a message of a kind that the organization or its configuration has off. Of e-mail it has a published name. */
export const sendingDisabled = (otpType: OtpType): RefusedError =>
  refused('METHOD_NOT_ENABLED', otpType === 'OTP_TYPE_EMAIL' ? { turnkeyErrorCode: 'EMAIL_SENDING_DISABLED' } : {});
