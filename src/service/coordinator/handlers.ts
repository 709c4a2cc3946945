import type { ActivityHandlers, QueryAnswers } from './engine/handlers/handler.js';
import { activitiesAnswers, activitiesHandlers } from './operations/activities.js';
import { authenticatorsAnswers, authenticatorsHandlers } from './operations/authenticators.js';
import { authProxyAnswers, authProxyHandlers } from './operations/authProxy/handlers.js';
import { contractsAnswers, contractsHandlers } from './operations/contracts.js';
import { credentialsAnswers, credentialsHandlers } from './operations/credentials.js';
import { emailTemplatesAnswers, emailTemplatesHandlers } from './operations/emailTemplates.js';
import { exportsHandlers } from './operations/exports.js';
import { importsHandlers } from './operations/imports/handlers.js';
import { invitationsAnswers, invitationsHandlers } from './operations/invitations/handlers.js';
import { mailKeysHandlers } from './operations/mailKeys/handlers.js';
import { messagesAnswers, messagesHandlers } from './operations/messages/handlers.js';
import { oauthAnswers, oauthHandlers } from './operations/oauth.js';
import { oauth2Answers, oauth2Handlers } from './operations/oauth2/handlers.js';
import { organizationsAnswers, organizationsHandlers } from './operations/organizations/handlers.js';
import { otpHandlers } from './operations/otp/handlers.js';
import { policiesAnswers, policiesHandlers } from './operations/policies.js';
import { policyCasesAnswers, policyCasesHandlers } from './operations/policyCases.js';
import { privateKeysAnswers, privateKeysHandlers } from './operations/privateKeys.js';
import { proofsAnswers } from './operations/proofs.js';
import { sessionsHandlers } from './operations/sessions.js';
import { signingHandlers } from './operations/signing.js';
import { statisticsAnswers } from './operations/statistics.js';
import { tvcAnswers, tvcHandlers } from './operations/tvc/handlers.js';
import { usersAnswers, usersHandlers } from './operations/users/handlers.js';
import { walletsAnswers, walletsHandlers } from './operations/wallets/handlers.js';
import { webhooksAnswers, webhooksHandlers } from './operations/webhooks/handlers.js';

/** What every activity does, area by area. */
export const activityHandlers: ActivityHandlers = {
  ...activitiesHandlers,
  ...authenticatorsHandlers,
  ...authProxyHandlers,
  ...contractsHandlers,
  ...credentialsHandlers,
  ...emailTemplatesHandlers,
  ...exportsHandlers,
  ...importsHandlers,
  ...invitationsHandlers,
  ...mailKeysHandlers,
  ...messagesHandlers,
  ...oauthHandlers,
  ...oauth2Handlers,
  ...organizationsHandlers,
  ...otpHandlers,
  ...privateKeysHandlers,
  ...policiesHandlers,
  ...policyCasesHandlers,
  ...sessionsHandlers,
  ...signingHandlers,
  ...usersHandlers,
  ...tvcHandlers,
  ...walletsHandlers,
  ...webhooksHandlers,
};

/** How every query is answered. */
export const answers: QueryAnswers = {
  ...activitiesAnswers,
  ...authenticatorsAnswers,
  ...authProxyAnswers,
  ...credentialsAnswers,
  ...emailTemplatesAnswers,
  ...invitationsAnswers,
  ...messagesAnswers,
  ...oauthAnswers,
  ...oauth2Answers,
  ...organizationsAnswers,
  ...contractsAnswers,
  ...privateKeysAnswers,
  ...proofsAnswers,
  ...statisticsAnswers,
  ...tvcAnswers,
  ...policiesAnswers,
  ...policyCasesAnswers,
  ...usersAnswers,
  ...walletsAnswers,
  ...webhooksAnswers,
};
