import type { activityRows, queryRows } from '../../../contract/rows.js';
import type { ActivityHandler } from './execution.js';
import type { AnswerQuery } from './queryContext.js';

/** How an activity is named in the table of rows. */
export type ActivityName = keyof typeof activityRows;
/** How a query is named in the table of rows. */
export type QueryName = keyof typeof queryRows;

/** One handler for each activity of the contract: a row without one does not compile. */
export type ActivityHandlers = {
  readonly [Name in ActivityName]: ActivityHandler<(typeof activityRows)[Name], unknown>;
};

/** One answer for each query of the contract. */
export type QueryAnswers = { readonly [Name in QueryName]: AnswerQuery<(typeof queryRows)[Name]> };
