import type { ActivityRow, ActivityVersion, ProxyRow, QueryRow, Schema } from '../../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../../src/contract/rows.js';
import type { Bytes } from '../../../src/crypto/bytes.js';
import {
  organizationNamedIn,
  readActivityEnvelope,
  readParameters,
} from '../../../src/service/coordinator/engine/incoming.js';
import { readJsonBody, shaped } from '../../../src/service/http/readBody.js';
import { type Place, placesIn } from './schema.js';

/** A call in one of its versions: the schema of its body, and how the service reads a body. */
export type Call = {
  readonly name: string;
  /** The members of its body. */
  readonly places: readonly Place[];
  /** The whole body, from an activity's parameters, or from the request of a query or proxy call. */
  readonly around: (request: unknown) => unknown;
  /** The schema of an activity's parameters, or of the request of a query or proxy call. */
  readonly schema: Schema;
  /** Reads and validates a body as the service does. @throws {RefusedError} */
  readonly read: (body: Bytes) => unknown;
};

/** Every call of the contract, the activities in all versions. */
export const calls: readonly Call[] = [
  ...Object.values<ProxyRow>(proxyRows).map(proxyCall),
  ...Object.values<QueryRow>(queryRows).map(queryCall),
  ...Object.values<ActivityRow>(activityRows).flatMap((row) =>
    Object.values(row.versions).map((version) => activityCall(row, version)),
  ),
];

function proxyCall({ name, request }: ProxyRow): Call {
  const read = (body: Bytes) => shaped(request, readJsonBody(body));
  return callOf(`proxy ${name}`, request, (body) => body, read);
}

function queryCall({ name, request }: QueryRow): Call {
  return callOf(
    name,
    request,
    (body) => body,
    (body) => {
      const query = readJsonBody(body);
      organizationNamedIn(query);
      return shaped(request, query);
    },
  );
}

function activityCall(row: ActivityRow, { type, parameters }: ActivityVersion): Call {
  const organizationId = '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e';
  return callOf(
    `${row.name} ${type}`,
    parameters,
    (request) => ({ type, timestampMs: '1', organizationId, parameters: request }),
    (body) => readParameters(readActivityEnvelope(row, body), body),
  );
}

function callOf(name: string, schema: Schema, around: Call['around'], read: Call['read']): Call {
  return { name, schema, places: placesIn(schema), around, read };
}
