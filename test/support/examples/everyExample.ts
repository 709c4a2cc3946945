import type { ActivityRow, Operation, ProxyRow, QueryRow } from '../../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../../src/contract/rows.js';
import { envelope, type Wired } from '../wire.js';
import { exampleOf, type RowName, requestOfVersion } from './examples.js';
import { requests } from './proxy.js';
import type { Resources } from './resources.js';

/** A row, and a maker of its example's body. */
type Whole = { readonly row: Operation; readonly body: (asking: Asking) => Promise<string> };

/** The service, the organization, and the resources that the body may name. */
type Asking = { readonly test: Pick<Wired, 'clock'>; readonly organizationId: string; readonly has: Resources };

/** Every row once, activities once for each version. */
export const everyExample: readonly Whole[] = [
  ...Object.entries<ActivityRow>(activityRows).flatMap(([name, row]) =>
    Object.keys(row.versions).map((newest) => activity(name as RowName, { ...row, newest })),
  ),
  ...Object.entries<QueryRow>(queryRows).map(([name, row]) => query(name as RowName, row)),
  ...Object.entries<ProxyRow>(proxyRows).map(([name, row]) => proxyCall(name as keyof typeof requests, row)),
];

function activity(name: RowName, row: ActivityRow): Whole {
  return {
    row,
    body: async ({ test, organizationId, has }) =>
      envelope(test, row, organizationId, await requestOfVersion(name, row.newest, has)),
  };
}

function query(name: RowName, row: QueryRow): Whole {
  return {
    row,
    body: async ({ organizationId, has }) =>
      JSON.stringify({ organizationId, ...(await exampleOf(name).request(has)) }),
  };
}

function proxyCall(name: keyof typeof requests, row: ProxyRow): Whole {
  return { row, body: async () => JSON.stringify(requests[name]) };
}
