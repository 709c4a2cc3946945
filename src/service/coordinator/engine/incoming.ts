import * as v from 'valibot';
import { milliseconds, uuid } from '../../../contract/fields.js';
import { refused } from '../../../contract/refusals.js';
import { type ActivityRow, type ActivityVersion, versionOf } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { unbuiltVersions } from '../../../contract/unbuilt.js';
import { type Bytes, utf8 } from '../../../crypto/bytes.js';
import type { Note } from '../../http/note.js';
import { readJsonBody, shaped } from '../../http/readBody.js';
import type { RequestWork } from '../../limits/requestWork.js';
import { tracedStore } from '../../store/tracedStore.js';
import type { Tools } from '../../tools.js';
import type { KeptStamp, StampedWith } from '../callers/credentialStamp.js';
import type { PasskeyUse } from '../callers/passkeyStamp.js';
import { checkStamp, isByToken, stampedWith, verifiedStamp } from '../callers/stamped.js';
import type { Asking } from './handlers/asking.js';
import type { ActivityHandlers, ActivityName } from './handlers/handler.js';
import { checkKeyAtPlace, type KnownPlace } from './place.js';
import { fingerprintOf } from './record/fingerprint.js';

/** A request that has arrived, as far as it is read before its key is known to the organization. */
export type Incoming = {
  readonly tools: Tools;
  readonly name: ActivityName;
  readonly row: ActivityRow;
  readonly handlers: ActivityHandlers;
  readonly arrival: Arrival;
  readonly envelope: ActivityEnvelope;
  readonly fingerprint: string;
  readonly stampedWith: StampedWith;
  readonly stamp: KeptStamp;
  /** Of a passkey's stamp. */
  readonly used: PasskeyUse | undefined;
};

/** A request that is read whole. */
export type Submission = Incoming & {
  /** `organizationId`: where it is executed; the body may name its parent. */
  readonly request: ActivityRequest;
  /** How its decisions are asked. */
  readonly asking: Asking;
};

/**
 * Raw bytes → stamp → strict JSON → row → key: without a known key, the parameters are not read.
 *
 * @returns the request, and where it is executed.
 * @throws {RefusedError}
 */
export async function receive(
  shared: Tools,
  { name, handlers }: Pick<Incoming, 'name' | 'handlers'>,
  arrival: Arrival,
): Promise<{ readonly incoming: Incoming; readonly place: KnownPlace }> {
  const row: ActivityRow = activityRows[name];
  const { work } = arrival;
  const tools = toolsFor(arrival, shared);
  const received = await checkStamp(arrival, tools, row.attestedStamps);
  const envelope = work.charge(() => readActivityEnvelope(row, arrival.body));
  arrival.note({ organization: envelope.organizationId });
  const fingerprint = await fingerprintOf(tools.primitives, arrival.body);
  const found = stampedWith(received);
  const named = { tools, row, envelope, fingerprint, stampedWith: found };
  // Nobody else learns whether the person whom a token names is known. A sub-organization has its parent's issuers.
  const verified = isByToken(received) ? await verifiedStamp(tools, received, envelope.organizationId) : undefined;
  const { requester, ...place } = await findPlace(named);
  const { stamp, used } = verified ?? (await verifiedStamp(tools, received, place.organizationId));
  await work.knownToBe(requester);
  return { incoming: { ...named, name, handlers, arrival, stamp, used }, place };
}

/** What a request is answered with. */
export function toolsFor({ work, requestId, traceparent }: Arrival, shared: Tools): Tools {
  const { store, startSpan } = shared;
  const traced = startSpan && { store: tracedStore(store, startSpan, traceparent) };
  return { ...shared, work, requestId, traceparent, ...traced };
}

/** Where a request is executed, and whether its bytes are known there. @throws {RefusedError} */
export const findPlace = ({
  tools,
  row,
  envelope,
  fingerprint,
  stampedWith: found,
}: Pick<Incoming, 'tools' | 'row' | 'envelope' | 'fingerprint' | 'stampedWith'>) =>
  checkKeyAtPlace(tools, { ...found, organizationId: envelope.organizationId, fingerprint }, row);

/** A request as it arrived. */
export type Arrival = {
  readonly headers: Headers;
  readonly body: Bytes;
  /** The address it came from, as far as it is known. */
  readonly clientAddress: string;
  /** By which the log names it. */
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly note: Note;
  readonly work: RequestWork;
  /** Whether the auth proxy forwards it. */
  readonly isForwarded: boolean;
  /** {@link Forwarded.userTag} */
  readonly userTag: string | undefined;
};

/** What the auth proxy gives the coordinator beside a request, since the request has no members for it. Nobody else can give it. */
export type Forwarded = {
  /** Of the call that forwards the request. */
  readonly work: RequestWork;
  /** The tag that a sign-up gives its user: a member of the proxy's call, but of no intent. */
  readonly userTag?: string | undefined;
};

/** The body of a submit endpoint, read by its row. @see docs/wire.md S4.1 */
export type ActivityRequest = {
  readonly version: ActivityVersion;
  /** How its row names it: `V2`. */
  readonly versionName: string;
  readonly organizationId: string;
  readonly timestampMs: number;
  /** Whether App Proofs are asked for, where addresses are derived. */
  readonly generateAppProofs: boolean;
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
  const {
    type,
    timestampMs,
    organizationId,
    parameters,
    generateAppProofs = false,
  } = shaped(envelope, readJsonBody(body));
  const found = versionOf(row, type);
  if (!found)
    throw isUnbuilt(row, type) ? refused('NOT_YET_SUPPORTED', { about: type }) : refused('ACTIVITY_TYPE_UNKNOWN');
  return {
    version: found.version,
    versionName: found.name,
    organizationId,
    timestampMs: Number(timestampMs),
    generateAppProofs,
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

/** Bodies up to this size are not checked: room for any indentation of an ordinary request. */
const alwaysTakenBytes = 8192;
/** The maximum ratio of a body to its content: white space, and characters written as escapes. */
const mostTimes = 4;

/**
 * A vote keeps the whole body that was stamped, so that the shapes of its members alone would not bound what is recorded: one with
 * a mebibyte of white space is of every shape.
 *
 * @throws {RefusedError} REQUEST_INVALID
 */
function refuseSparseBody(body: Bytes, value: unknown): void {
  if (body.length <= alwaysTakenBytes) return;
  // A text has no fewer bytes than characters: most bodies need not be written again to be counted.
  const wanted = Math.ceil(body.length / mostTimes);
  if (charactersIn(value, wanted) >= wanted || utf8(JSON.stringify(value)).length >= wanted) return;
  throw refused('REQUEST_INVALID', { about: 'the body is mostly white space or escapes: send it more compactly' });
}

/** Characters of the texts in a value, as far as `enough`. */
function charactersIn(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const member of Object.values(value)) {
    count += charactersIn(member, enough - count);
    if (count >= enough) break;
  }
  return count;
}
