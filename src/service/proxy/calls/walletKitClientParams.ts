import type { proxyWalletKitClientParams } from '../../../contract/proxyConfig.js';
import type { AnswerProxy } from '../proxyCall.js';

/** None. Public clients ask before they start. */
export const answerWalletKitClientParams: AnswerProxy<typeof proxyWalletKitClientParams> = async () => ({});
