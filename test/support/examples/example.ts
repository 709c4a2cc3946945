import type { RefusalCode } from '../../../src/contract/refusals.js';
import type { ActivityRow, QueryRow, RequestOf } from '../../../src/contract/row.js';
import type { Resources } from './resources.js';

/** A test's request for a row, and the expected answer. */
export type Example<Request extends object = object> = {
  /** Made anew for each time it is asked: names what an organization has, and names and keys that nobody has used. */
  readonly request: MakeRequest<Request>;
  /** The same for versions that do not take what the newest takes, by their names. */
  readonly older?: Readonly<Record<string, MakeRequest<object>>>;
  /** The expected answer to an admitted caller in a parent organization; `ok` by default. */
  readonly inParent?: RefusalCode;
  /** The expected answer to an admitted caller in a sub-organization; `ok` by default. */
  readonly inSub?: RefusalCode;
  /** The expected answer to an admitted caller if the request names another organization's resource, or none: a 404. */
  readonly ofForeign?: RefusalCode;
  /** How long it is until the next question, so that what this one made is over by then. In milliseconds; one unless it is said. */
  readonly restMs?: number;
};

type MakeRequest<Request extends object> = (has: Resources) => Request | Promise<Request>;

/** What a row is asked, save for the organization, which each test names itself. */
type Asked<R> = (R extends QueryRow ? Omit<RequestOf<R>, 'organizationId'> : RequestOf<R>) & object;

/** An example for each row of an area's files; a row without one does not compile. */
export type Examples<Rows extends Record<string, ActivityRow | QueryRow>> = {
  readonly [Name in keyof Rows]: Example<Asked<Rows[Name]>>;
};

let names = 0;

/** A name that nobody has used. */
export function unique(name: string): string {
  names += 1;
  return `${name}-${names}`;
}
