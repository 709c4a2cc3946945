import type { RefusalCode } from '../../../src/contract/refusals.js';
import type { ActivityRow, QueryRow, RequestOf } from '../../../src/contract/row.js';
import type { Resources } from './resources.js';

/** A test's request for a row, and the expected answer. */
export type Example<Request extends object = object> = {
  /** Creates a new request each time, with existing resources of an organization, and unused names and keys. */
  readonly request: MakeRequest<Request>;
  /** The same for versions with other parameters than the newest, by their names. */
  readonly older?: Readonly<Record<string, MakeRequest<object>>>;
  /** The expected answer to an admitted caller in a parent organization; `ok` by default. */
  readonly inParent?: RefusalCode;
  /** The expected answer to an admitted caller in a sub-organization; `ok` by default. */
  readonly inSub?: RefusalCode;
  /** The expected answer to an admitted caller if the request names another organization's resource, or none: a 404. */
  readonly ofForeign?: RefusalCode;
  /** The milliseconds until the next request, by when what this one created has expired. Default: 1. */
  readonly restMs?: number;
};

type MakeRequest<Request extends object> = (has: Resources) => Request | Promise<Request>;

/** A row's request without the organization, which each test names itself. */
type Asked<R> = (R extends QueryRow ? Omit<RequestOf<R>, 'organizationId'> : RequestOf<R>) & object;

/** An example for each row of an area's files; a row without one does not compile. */
export type Examples<Rows extends Record<string, ActivityRow | QueryRow>> = {
  readonly [Name in keyof Rows]: Example<Asked<Rows[Name]>>;
};

let names = 0;

/** An unused name. */
export function unique(name: string): string {
  names += 1;
  return `${name}-${names}`;
}
