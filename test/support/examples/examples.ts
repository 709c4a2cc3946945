import type { activityRows, queryRows } from '../../../src/contract/rows.js';
import { activityExamples } from './activities.js';
import { authenticatorExamples } from './authenticators.js';
import { authProxyExamples } from './authProxy.js';
import { contractExamples } from './contracts.js';
import { credentialExamples } from './credentials.js';
import { emailTemplateExamples } from './emailTemplates.js';
import type { Example, Examples } from './example.js';
import { exportExamples } from './exports.js';
import { importExamples } from './imports.js';
import { invitationExamples } from './invitations.js';
import { mailKeyExamples } from './mailKeys.js';
import { messageExamples } from './messages.js';
import { oauthExamples } from './oauth.js';
import { oauth2Examples } from './oauth2.js';
import { organizationExamples } from './organizations.js';
import { otpExamples } from './otp.js';
import { policyExamples } from './policies.js';
import { privateKeyExamples } from './privateKeys.js';
import { proofExamples } from './proofs.js';
import type { Resources } from './resources.js';
import { sessionExamples } from './sessions.js';
import { signingExamples } from './signing.js';
import { statisticsExamples } from './statistics.js';
import { tvcExamples } from './tvc.js';
import { userExamples } from './users.js';
import { walletExamples } from './wallets.js';
import { webhookExamples } from './webhooks.js';

/** The example of every activity and query, by area. Those of the auth proxy are in proxy.ts. */
const examples: Examples<typeof activityRows & typeof queryRows> = {
  ...activityExamples,
  ...authenticatorExamples,
  ...authProxyExamples,
  ...contractExamples,
  ...credentialExamples,
  ...emailTemplateExamples,
  ...exportExamples,
  ...importExamples,
  ...invitationExamples,
  ...mailKeyExamples,
  ...messageExamples,
  ...oauthExamples,
  ...oauth2Examples,
  ...organizationExamples,
  ...otpExamples,
  ...privateKeyExamples,
  ...policyExamples,
  ...proofExamples,
  ...sessionExamples,
  ...signingExamples,
  ...statisticsExamples,
  ...tvcExamples,
  ...userExamples,
  ...walletExamples,
  ...webhookExamples,
};

/** The name of a row as `src/contract` exports it. */
export type RowName = keyof typeof examples;

/** The example of a row, by its name. */
export const exampleOf = (name: RowName): Example => examples[name];

/** The request of an activity's version, by default that of the newest. */
export const requestOfVersion = (name: RowName, version: string, has: Resources): object | Promise<object> => {
  const { request, older } = exampleOf(name);
  return (older?.[version] ?? request)(has);
};
