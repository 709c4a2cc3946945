import type { ClientErrorCode } from '../client/clientErrorCode.js';
import type { OauthErrorCode } from '../client/oauth/oauthLogin.js';
import type { RefusalCode, UnknownRefusalCode } from '../contract/refusals.js';
import type { LatchkeyError } from '../errors.js';

/**
 * Why a login failed: a refusal, an error of the kit's own, one of a login at a provider, or settings that are not valid. UNKNOWN_REFUSAL is
 * a code that this version of the kit does not know.
 */
export interface LoginError
  extends LatchkeyError<RefusalCode | UnknownRefusalCode | ClientErrorCode | OauthErrorCode | 'SETTINGS_INVALID'> {
  /** Of a refusal: the code as the service sent it. */
  readonly rawCode?: string;
}
