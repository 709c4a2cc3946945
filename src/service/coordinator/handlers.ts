import { activitiesAnswers, activitiesHandlers } from './activities/handlers.js';
import { authenticatorsAnswers, authenticatorsHandlers } from './authenticators/handlers.js';
import { authProxyAnswers, authProxyHandlers } from './authProxy/handlers.js';
import { contractsAnswers, contractsHandlers } from './contracts/handlers.js';
import { credentialsAnswers, credentialsHandlers } from './credentials/handlers.js';
import { emailTemplatesAnswers, emailTemplatesHandlers } from './emailTemplates/handlers.js';
import type { ActivityHandlers, QueryAnswers } from './engine/handler.js';
import { exportsHandlers } from './exports/handlers.js';
import { importsHandlers } from './imports/handlers.js';
import { invitationsAnswers, invitationsHandlers } from './invitations/handlers.js';
import { mailKeysHandlers } from './mailKeys/handlers.js';
import { oauthAnswers, oauthHandlers } from './oauth/handlers.js';
import { oauth2Answers, oauth2Handlers } from './oauth2/handlers.js';
import { organizationsAnswers, organizationsHandlers } from './organizations/handlers.js';
import { otpHandlers } from './otp/handlers.js';
import { policiesAnswers, policiesHandlers } from './policies/handlers.js';
import { privateKeysAnswers, privateKeysHandlers } from './privateKeys/handlers.js';
import { sessionsHandlers } from './sessions/handlers.js';
import { signingHandlers } from './signing/handlers.js';
import { tvcAnswers, tvcHandlers } from './tvc/handlers.js';
import { usersAnswers, usersHandlers } from './users/handlers.js';
import { walletsAnswers, walletsHandlers } from './wallets/handlers.js';
import { webhooksAnswers, webhooksHandlers } from './webhooks/handlers.js';

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
  ...oauthHandlers,
  ...oauth2Handlers,
  ...organizationsHandlers,
  ...otpHandlers,
  ...privateKeysHandlers,
  ...policiesHandlers,
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
  ...oauthAnswers,
  ...oauth2Answers,
  ...organizationsAnswers,
  ...contractsAnswers,
  ...privateKeysAnswers,
  ...tvcAnswers,
  ...policiesAnswers,
  ...usersAnswers,
  ...walletsAnswers,
  ...webhooksAnswers,
};
