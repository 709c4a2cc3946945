import * as v from 'valibot';
import { type FieldViolation, refused } from '../../contract/refusals.js';
import type { Schema } from '../../contract/row.js';
import { type Json, JsonError, readStrictJson } from '../../contract/strictJson.js';
import { type Bytes, fromUtf8 } from '../../crypto/bytes.js';
import { EncodingError } from '../../crypto/encodingError.js';
import type { BodyBudget } from './bodyBudget.js';

/** The largest body, in bytes. */
export const maxBodyBytes: number = 1_048_576;

/**
 * The raw bytes of a request, before anyone reads them.
 *
 * @param budget - what it may take of the memory until it is answered; without one, as much as it has.
 * @throws {RefusedError} CONTENT_TYPE_UNSUPPORTED for an encoded one, BODY_TOO_LARGE, TOO_MUCH_AT_ONCE
 */
export async function readRawBody(request: Request, budget: BodyBudget = unlimited): Promise<Bytes> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > maxBodyBytes) throw refused('BODY_TOO_LARGE');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  // With a content length, the adapter's parser enforces it, and a small body arrives in one piece.
  const isWhole = length !== null && Number(length) <= budget.freeBytes;
  const body = isWhole ? new Uint8Array(await request.arrayBuffer()) : await readUpTo(request, maxBodyBytes, budget);
  if (body.length > maxBodyBytes) throw refused('BODY_TOO_LARGE');
  if (encoding !== 'identity') throw refused('CONTENT_TYPE_UNSUPPORTED');
  return body;
}

/** Whether a body is declared as JSON: pages of other origins cannot send that without a preflight. */
export const isJson = (request: Request): boolean =>
  /^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(request.headers.get('content-type') ?? '');

const unlimited: BodyBudget = { freeBytes: maxBodyBytes, take: () => {} };

async function readUpTo(request: Request, most: number, budget: BodyBudget): Promise<Bytes> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    if (!value) continue;
    length += value.length;
    try {
      if (length > most) throw refused('BODY_TOO_LARGE');
      budget.take(value.length);
    } catch (error) {
      await reader.cancel();
      throw error;
    }
    chunks.push(value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

/**
 * The strict JSON object in a body; an absent body is `{}`. A `null` member is an absent one, as protobuf's JSON has it.
 *
 * @throws {RefusedError} REQUEST_MALFORMED
 */
export function readJsonBody(body: Bytes): { [name: string]: Json } {
  const value = body.length === 0 ? {} : strictly(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused('REQUEST_MALFORMED', { about: 'it is not an object' });
  }
  dropNulls(value);
  return value;
}

function strictly(body: Bytes): Json {
  try {
    return readStrictJson(fromUtf8(body));
  } catch (error) {
    if (error instanceof JsonError || error instanceof EncodingError) {
      throw refused('REQUEST_MALFORMED', { about: error.message, cause: error });
    }
    throw error;
  }
}

/** In place: a large object is dear to copy. */
function dropNulls(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const item of value) dropNulls(item);
  else
    for (const [name, member] of Object.entries(value)) {
      if (member === null) delete value[name];
      else dropNulls(member);
    }
}

/**
 * A value in the shape of a schema; what is missing, unknown or malformed is named. The first fault ends it: what follows it
 * costs nothing, however much that is, and no rule looks at a text that an earlier rule has found too long.
 *
 * @throws {RefusedError} REQUEST_INVALID with its field violations
 */
export function shaped<S extends Schema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortEarly: true, abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw refused('REQUEST_INVALID', {
    fieldViolations: [violationOf(issue), ...mistyped(schema, issue)],
    ...(isOrganizationId(issue) && { turnkeyErrorCode: 'INVALID_ORGANIZATION_ID' }),
  });
}

/** Whether the fault is the organization's id. A member of that name that the request does not have is none. */
const isOrganizationId = ({ path, expected }: v.BaseIssue<unknown>): boolean =>
  path?.length === 1 && path[0]?.key === 'organizationId' && expected !== 'never';

/** If a member is missing, an unknown name beside it is mentioned, too: it may be a typing error. */
function mistyped(schema: Schema, { type, expected, path }: v.BaseIssue<unknown>): FieldViolation[] {
  const missing = path?.at(-1);
  if (type !== 'strict_object' || expected === 'never' || missing?.origin !== 'key') return [];
  const place = (path ?? []).slice(0, -1).map(({ key }) => String(key));
  const { entries = {} } = memberOf(schema, place);
  for (const name in missing.input as object) {
    if (!Object.hasOwn(entries, name)) return [{ field: [...place, name].join('.'), description: isUnknown }];
  }
  return [];
}

/** The inner schemas of a schema. */
type Made = { readonly entries?: Record<string, Schema>; readonly item?: Schema; readonly wrapped?: Schema };

/** The schema of the member at a place, without what makes it optional. */
function memberOf(schema: Schema, place: readonly string[]): Made {
  const { wrapped, entries, item } = schema as Made;
  if (wrapped) return memberOf(wrapped, place);
  const [name, ...inside] = place;
  const member = name === undefined ? undefined : (item ?? entries?.[name]);
  return member ? memberOf(member, inside) : (schema as Made);
}

/** Names the member and the reason; never the received value, which may be a secret. */
function violationOf(issue: v.BaseIssue<unknown>): FieldViolation {
  const field = v.getDotPath(issue) ?? '';
  if (issue.type === 'strict_object') {
    return { field, description: issue.expected === 'never' ? isUnknown : 'is required' };
  }
  return {
    field,
    description: issue.kind === 'validation' ? issue.message : `must be ${issue.expected ?? 'another type'}`,
  };
}

const isUnknown = 'is not a member of this request';
