import type { Kysely } from 'kysely';
import type { AnswerOf, QueryRow, RowRequest } from '../../../contract/row.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Caller, Organization } from '../caller/caller.js';

/** What answering a query may use. */
export type QueryContext = {
  readonly tools: Tools;
  readonly db: Kysely<Tables>;
  readonly organization: Organization;
  readonly caller: Caller;
};

/** Answers a query. */
export type AnswerQuery<R extends QueryRow> = (request: RowRequest<R>, context: QueryContext) => Promise<AnswerOf<R>>;
