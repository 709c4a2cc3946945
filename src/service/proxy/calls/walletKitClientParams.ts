import type { proxyWalletKitClientParams } from '../../../contract/proxyConfig.js';
import type { AnswerProxy } from '../proxyCall.js';
import { siteKeyOn } from '../siteKeyOn.js';

/** Public clients ask before they start. */
export const answerWalletKitClientParams: AnswerProxy<typeof proxyWalletKitClientParams> = async (_request, call) =>
  siteKeyOn(call);
