import type { activityRows, queryRows } from '../../contract/rows.js';
import { activitiesAnswers, activitiesHandlers } from './activities/handlers.js';
import { authProxyAnswers, authProxyHandlers } from './authProxy/handlers.js';
import { credentialsHandlers } from './credentials/handlers.js';
import { organizationsAnswers, organizationsHandlers } from './organizations/handlers.js';
import { otpHandlers } from './otp/handlers.js';
import type { ActivityHandler } from './pipeline/execution.js';
import type { AnswerQuery } from './pipeline/question.js';
import { sessionsHandlers } from './sessions/handlers.js';
import { signingHandlers } from './signing/handlers.js';
import { usersAnswers } from './users/handlers.js';
import { walletsAnswers, walletsHandlers } from './wallets/handlers.js';

/** How an activity is named in the table of rows. */
export type ActivityName = keyof typeof activityRows;
/** How a query is named in the table of rows. */
export type QueryName = keyof typeof queryRows;

/** One handler for each activity of the contract, area by area: a row without one does not compile. */
export const activityHandlers: {
  readonly [Name in ActivityName]: ActivityHandler<(typeof activityRows)[Name], unknown>;
} = {
  ...activitiesHandlers,
  ...authProxyHandlers,
  ...credentialsHandlers,
  ...organizationsHandlers,
  ...otpHandlers,
  ...sessionsHandlers,
  ...signingHandlers,
  ...walletsHandlers,
};

/** One answer for each query of the contract. */
export const answers: { readonly [Name in QueryName]: AnswerQuery<(typeof queryRows)[Name]> } = {
  ...activitiesAnswers,
  ...authProxyAnswers,
  ...organizationsAnswers,
  ...usersAnswers,
  ...walletsAnswers,
};
