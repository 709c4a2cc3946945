import * as v from 'valibot';
import { milliseconds, uuid } from '../../../contract/fields.js';
import { refused } from '../../../contract/refusals.js';
import { type ActivityRow, type ActivityVersion, versionOf } from '../../../contract/row.js';
import { unbuiltVersions } from '../../../contract/unbuilt.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { readJsonBody, shaped } from '../../http/readBody.js';
import { refuseSparseBody } from './sparseBody.js';

/** The body of a submit endpoint, read by its row. @see Specification 4.1 */
export type ActivityRequest = {
  readonly version: ActivityVersion;
  /** How its row names it: `V2`. */
  readonly versionName: string;
  readonly organizationId: string;
  readonly timestampMs: number;
  readonly parameters: Record<string, unknown>;
};

/** A request with unread parameters. */
export type ActivityEnvelope = Omit<ActivityRequest, 'parameters'> & { readonly parameters: unknown };

/**
 * A request's members around its parameters, which are left unread: until the key is known, only the JSON parser's work grows with the
 * body.
 *
 * @throws {RefusedError} REQUEST_MALFORMED, REQUEST_INVALID, ACTIVITY_TYPE_UNKNOWN, NOT_YET_SUPPORTED
 */
export function readActivityEnvelope(row: ActivityRow, body: Bytes): ActivityEnvelope {
  const { type, timestampMs, organizationId, parameters, generateAppProofs } = shaped(envelope, readJsonBody(body));
  const found = versionOf(row, type);
  if (!found)
    throw isUnbuilt(row, type) ? refused('NOT_YET_SUPPORTED', { about: type }) : refused('ACTIVITY_TYPE_UNKNOWN');
  if (generateAppProofs) throw refused('NOT_YET_SUPPORTED', { about: 'generateAppProofs' });
  return {
    version: found.version,
    versionName: found.name,
    organizationId,
    timestampMs: Number(timestampMs),
    parameters,
  };
}

/** Whether it is a version of this very activity that the public API has. */
const isUnbuilt = ({ name }: ActivityRow, type: string): boolean => unbuiltVersions[name]?.includes(type) === true;

/** @throws {RefusedError} REQUEST_INVALID */
export function readParameters({ version, parameters }: ActivityEnvelope, body: Bytes): Record<string, unknown> {
  const read = shaped(v.object({ parameters: version.parameters }), { parameters }).parameters;
  refuseSparseBody(body, read);
  return read as Record<string, unknown>;
}

const envelope = v.strictObject({
  type: v.string(),
  timestampMs: milliseconds,
  organizationId: uuid,
  parameters: v.unknown(),
  generateAppProofs: v.optional(v.boolean()),
});

/**
 * The organization that a query names; its other members are left as they are.
 *
 * @throws {RefusedError} REQUEST_INVALID
 */
export const organizationNamedIn = (query: object): string => shaped(naming, query).organizationId;

const naming = v.object({ organizationId: uuid });
