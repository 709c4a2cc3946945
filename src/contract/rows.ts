import * as activities from './activities.js';
import * as activitiesQueries from './activities.queries.js';
import * as authenticators from './authenticators.js';
import * as authenticatorsQueries from './authenticators.queries.js';
import * as authProxy from './authProxy.js';
import * as authProxyQueries from './authProxy.queries.js';
import * as contracts from './contracts.js';
import * as contractsQueries from './contracts.queries.js';
import * as credentials from './credentials.js';
import * as credentialsQueries from './credentials.queries.js';
import * as emailTemplates from './emailTemplates.js';
import * as emailTemplatesQueries from './emailTemplates.queries.js';
import * as keyExports from './exports.js';
import * as imports from './imports.js';
import * as invitations from './invitations.js';
import * as invitationsQueries from './invitations.queries.js';
import * as loginStateQueries from './loginState.queries.js';
import * as mailKeys from './mailKeys.js';
import * as messages from './messages.js';
import * as messagesQueries from './messages.queries.js';
import * as oauth from './oauth.js';
import * as oauthQueries from './oauth.queries.js';
import * as oauth2 from './oauth2.js';
import * as oauth2Queries from './oauth2.queries.js';
import * as organizations from './organizations.js';
import * as organizationsQueries from './organizations.queries.js';
import * as otp from './otp.js';
import * as otpAuth from './otpAuth.js';
import * as policies from './policies.js';
import * as policiesQueries from './policies.queries.js';
import * as policyCases from './policyCases.js';
import * as policyCasesQueries from './policyCases.queries.js';
import * as privateKeys from './privateKeys.js';
import * as privateKeysQueries from './privateKeys.queries.js';
import * as proofsQueries from './proofs.queries.js';
import * as proxy from './proxy.js';
import * as proxyConfig from './proxyConfig.js';
import * as proxyOauth from './proxyOauth.js';
import * as proxyV2 from './proxyV2.js';
import * as sessions from './sessions.js';
import * as signing from './signing.js';
import * as statisticsQueries from './statistics.queries.js';
import * as subOrganizations from './subOrganizations.js';
import * as testLoginQueries from './testLogin.queries.js';
import * as tvc from './tvc.js';
import * as tvcQueries from './tvc.queries.js';
import * as tvcDeployments from './tvcDeployments.js';
import * as userContacts from './userContacts.js';
import * as users from './users.js';
import * as usersQueries from './users.queries.js';
import * as userTags from './userTags.js';
import * as wallets from './wallets.js';
import * as walletsQueries from './wallets.queries.js';
import * as webhooks from './webhooks.js';
import * as webhooksQueries from './webhooks.queries.js';

/**
 * Every row by kind and area: what a service must answer. A row without a handler does not compile. The files named here export rows only.
 * Clients import single rows, so that an app bundles only those it uses.
 */
export const activityRows = {
  ...activities,
  ...authenticators,
  ...authProxy,
  ...contracts,
  ...credentials,
  ...emailTemplates,
  ...keyExports,
  ...imports,
  ...invitations,
  ...mailKeys,
  ...messages,
  ...oauth,
  ...oauth2,
  ...organizations,
  ...subOrganizations,
  ...otp,
  ...otpAuth,
  ...privateKeys,
  ...policies,
  ...policyCases,
  ...sessions,
  ...signing,
  ...users,
  ...userContacts,
  ...userTags,
  ...tvc,
  ...tvcDeployments,
  ...wallets,
  ...webhooks,
};

export const queryRows = {
  ...activitiesQueries,
  ...authenticatorsQueries,
  ...authProxyQueries,
  ...credentialsQueries,
  ...emailTemplatesQueries,
  ...invitationsQueries,
  ...messagesQueries,
  ...oauthQueries,
  ...oauth2Queries,
  ...organizationsQueries,
  ...contractsQueries,
  ...privateKeysQueries,
  ...proofsQueries,
  ...tvcQueries,
  ...policiesQueries,
  ...policyCasesQueries,
  ...usersQueries,
  ...loginStateQueries,
  ...statisticsQueries,
  ...testLoginQueries,
  ...walletsQueries,
  ...webhooksQueries,
};

export const proxyRows = { ...proxy, ...proxyConfig, ...proxyOauth, ...proxyV2 };
