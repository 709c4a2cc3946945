import type { activityRows, queryRows } from '../../contract/rows.js';
import { approveActivityHandler } from './activities/approveActivity.js';
import { createApiKeysHandler } from './activities/createApiKeys.js';
import { createSubOrganizationHandler } from './activities/createSubOrganization.js';
import { createWalletHandler } from './activities/createWallet.js';
import { createWalletAccountsHandler } from './activities/createWalletAccounts.js';
import { deleteApiKeysHandler } from './activities/deleteApiKeys.js';
import { disableAuthProxyHandler } from './activities/disableAuthProxy.js';
import { enableAuthProxyHandler } from './activities/enableAuthProxy.js';
import { initOtpHandler } from './activities/initOtp.js';
import { otpLoginHandler } from './activities/otpLogin.js';
import { rejectActivityHandler } from './activities/rejectActivity.js';
import { signRawPayloadHandler } from './activities/signRawPayload.js';
import { stampLoginHandler } from './activities/stampLogin.js';
import { updateAuthProxyConfigHandler } from './activities/updateAuthProxyConfig.js';
import { verifyOtpHandler } from './activities/verifyOtp.js';
import type { ActivityHandler } from './execution.js';
import { answerGetActivity } from './queries/getActivity.js';
import { answerGetAuthProxyConfig } from './queries/getAuthProxyConfig.js';
import { answerGetUser } from './queries/getUser.js';
import { answerListActivities } from './queries/listActivities.js';
import { answerListSuborgs } from './queries/listSuborgs.js';
import { answerListVerifiedSuborgs } from './queries/listVerifiedSuborgs.js';
import { answerListWalletAccounts } from './queries/listWalletAccounts.js';
import { answerListWallets } from './queries/listWallets.js';
import { answerWhoami } from './queries/whoami.js';
import type { AnswerQuery } from './question.js';

/** How an activity is named in the table of rows. */
export type ActivityName = keyof typeof activityRows;
/** How a query is named in the table of rows. */
export type QueryName = keyof typeof queryRows;

/** One handler for each activity of the contract: a row without one does not compile. */
export const activityHandlers: {
  readonly [Name in ActivityName]: ActivityHandler<(typeof activityRows)[Name], unknown>;
} = {
  approveActivity: approveActivityHandler,
  createApiKeys: createApiKeysHandler,
  createSubOrganization: createSubOrganizationHandler,
  createWallet: createWalletHandler,
  createWalletAccounts: createWalletAccountsHandler,
  deleteApiKeys: deleteApiKeysHandler,
  disableAuthProxy: disableAuthProxyHandler,
  enableAuthProxy: enableAuthProxyHandler,
  initOtp: initOtpHandler,
  otpLogin: otpLoginHandler,
  rejectActivity: rejectActivityHandler,
  signRawPayload: signRawPayloadHandler,
  stampLogin: stampLoginHandler,
  updateAuthProxyConfig: updateAuthProxyConfigHandler,
  verifyOtp: verifyOtpHandler,
};

/** One answer for each query of the contract. */
export const answers: { readonly [Name in QueryName]: AnswerQuery<(typeof queryRows)[Name]> } = {
  getActivity: answerGetActivity,
  getAuthProxyConfig: answerGetAuthProxyConfig,
  getUser: answerGetUser,
  listActivities: answerListActivities,
  listSuborgs: answerListSuborgs,
  listVerifiedSuborgs: answerListVerifiedSuborgs,
  listWalletAccounts: answerListWalletAccounts,
  listWallets: answerListWallets,
  whoami: answerWhoami,
};
