import type { BundleErrorCode } from '../crypto/bundleError.js';
import type { SessionErrorCode } from '../sessions/sessionError.js';
import type { PasskeyErrorCode } from '../stampers/passkeyError.js';
import type { ActivityPendingErrorCode } from './activityPendingError.js';
import type { AnswerErrorCode } from './answerError.js';
import type { CaptchaErrorCode } from './captcha/captcha.js';
import type { LinkErrorCode } from './links/linkError.js';
import type { UnprovedErrorCode } from './proofs/unprovedError.js';
import type { TransferErrorCode } from './transfer/transferError.js';
import type { UnreachableErrorCode } from './unreachableError.js';

/**
 * The kit's own errors: no answer, an invalid answer, not executed yet or rejected, not logged in, no passkey, no captcha, an unusable link
 * or bundle, nothing to import or export, an address that does not verify, a part of the kit that was not loaded.
 */
export type ClientErrorCode =
  | UnreachableErrorCode
  | AnswerErrorCode
  | ActivityPendingErrorCode
  | 'ACTIVITY_REJECTED'
  | SessionErrorCode
  | PasskeyErrorCode
  | CaptchaErrorCode
  | LinkErrorCode
  | BundleErrorCode
  | TransferErrorCode
  | UnprovedErrorCode
  | 'PART_NOT_FETCHED';
