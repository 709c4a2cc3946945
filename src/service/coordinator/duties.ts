import type { activityRows, queryRows } from '../../contract/rows.js';
import { approveActivityHandler } from './activities/approveActivity.js';
import { executeCreateApiKeys } from './activities/createApiKeys.js';
import { createSubOrganizationHandler } from './activities/createSubOrganization.js';
import { createWalletHandler } from './activities/createWallet.js';
import { createWalletAccountsHandler } from './activities/createWalletAccounts.js';
import { executeDeleteApiKeys } from './activities/deleteApiKeys.js';
import { executeDisableAuthProxy } from './activities/disableAuthProxy.js';
import { executeEnableAuthProxy } from './activities/enableAuthProxy.js';
import { executeInitOtp } from './activities/initOtp.js';
import { executeOtpLogin } from './activities/otpLogin.js';
import { executeRejectActivity } from './activities/rejectActivity.js';
import { executeSignRawPayload } from './activities/signRawPayload.js';
import { executeStampLogin } from './activities/stampLogin.js';
import { executeUpdateAuthProxyConfig } from './activities/updateAuthProxyConfig.js';
import { executeVerifyOtp } from './activities/verifyOtp.js';
import type { ActivityHandler, Execute } from './execution.js';
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

/** One execution for each activity of the contract, with what it prepares where it does: a row without one does not compile. */
export const executions: {
  readonly [Name in ActivityName]: Execute<(typeof activityRows)[Name]> | ActivityHandler<(typeof activityRows)[Name]>;
} = {
  approveActivity: approveActivityHandler,
  createApiKeys: executeCreateApiKeys,
  createSubOrganization: createSubOrganizationHandler,
  createWallet: createWalletHandler,
  createWalletAccounts: createWalletAccountsHandler,
  deleteApiKeys: executeDeleteApiKeys,
  disableAuthProxy: executeDisableAuthProxy,
  enableAuthProxy: executeEnableAuthProxy,
  initOtp: executeInitOtp,
  otpLogin: executeOtpLogin,
  rejectActivity: executeRejectActivity,
  signRawPayload: executeSignRawPayload,
  stampLogin: executeStampLogin,
  updateAuthProxyConfig: executeUpdateAuthProxyConfig,
  verifyOtp: executeVerifyOtp,
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
