import * as v from 'valibot';
import { milliseconds, uuid } from '../../contract/fields.js';
import { refused } from '../../contract/refusals.js';
import { type ActivityRow, type ActivityVersion, versionOf } from '../../contract/row.js';
import type { Bytes } from '../../crypto/bytes.js';
import { readJsonBody, shaped } from '../http/readBody.js';

/** The body of a submit endpoint, read by its row. @see Specification 4.1 */
export type ActivityRequest = {
  readonly version: ActivityVersion;
  readonly organizationId: string;
  readonly timestampMs: number;
  readonly parameters: Record<string, unknown>;
};

/** @throws {RefusedError} REQUEST_MALFORMED, REQUEST_INVALID, ACTIVITY_TYPE_UNKNOWN, NOT_YET_SUPPORTED */
export function readActivityRequest(row: ActivityRow, body: Bytes): ActivityRequest {
  const { type, timestampMs, organizationId, parameters, generateAppProofs } = shaped(envelope, readJsonBody(body));
  const version = versionOf(row, type);
  if (!version) throw refused('ACTIVITY_TYPE_UNKNOWN');
  if (generateAppProofs) throw refused('NOT_YET_SUPPORTED', { about: 'generateAppProofs' });
  const read = shaped(v.object({ parameters: version.parameters }), { parameters }).parameters;
  return { version, organizationId, timestampMs: Number(timestampMs), parameters: read as Record<string, unknown> };
}

const envelope = v.strictObject({
  type: v.string(),
  timestampMs: milliseconds,
  organizationId: uuid,
  parameters: v.record(v.string(), v.unknown()),
  generateAppProofs: v.optional(v.boolean()),
});
