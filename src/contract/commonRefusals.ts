// Refusals that stand on no row, since every row of a kind can answer them: they are decided before the request's content is read.

import type { activityCalls, everyCall, proxyCalls, stampedCalls } from './commonRefusalCodes.js';
import type { TableOf } from './serviceRefusals.js';

/** Any path may answer these: the request cannot be read, or is not supported. */
export const ofEveryCall = {
  REQUEST_MALFORMED: { grpc: 3, status: 400, text: 'The body is not one strict JSON object in UTF-8.' },
  REQUEST_INVALID: { grpc: 3, status: 400, text: 'Some members of the request are missing, unknown or malformed.' },
  BODY_TOO_LARGE: { grpc: 3, status: 413, text: 'The body is larger than 1 MiB.' },
  TOO_MUCH_AT_ONCE: {
    grpc: 8,
    status: 429,
    text: 'Too many large requests are under way. Send this one again in a moment.',
  },
  TOO_MUCH_WORK: {
    grpc: 8,
    status: 429,
    text: 'Others wait, and this organization or address has its share of the service already. Send this request again later.',
  },
  HEADERS_TOO_LARGE: { grpc: 3, status: 431, text: 'The headers are too large.' },
  CONTENT_TYPE_UNSUPPORTED: { grpc: 3, status: 415, text: 'Send the body as application/json, uncompressed.' },
  METHOD_NOT_ALLOWED: { grpc: 3, status: 405, text: 'This path answers POST only.' },
  ROUTE_NOT_FOUND: { grpc: 5, status: 404, text: 'There is no such path.' },
  NOT_YET_SUPPORTED: { grpc: 9, status: 400, text: 'This service knows that feature but does not support it yet.' },
} as const satisfies TableOf<typeof everyCall>;

/** A stamped request may be answered these: the caller is unknown, or not allowed. */
export const ofStampedCalls = {
  STAMP_MISSING: { grpc: 16, status: 401, text: 'No stamp on the request: sign the body and send X-Stamp.' },
  STAMP_MALFORMED: { grpc: 16, status: 401, text: 'The stamp cannot be read.' },
  STAMP_AMBIGUOUS: { grpc: 16, status: 401, text: 'More than one stamp on the request: send exactly one.' },
  STAMP_NOT_TAKEN: { grpc: 16, status: 401, text: 'This operation takes no stamp of this kind.' },
  STAMP_INVALID: { grpc: 16, status: 401, text: 'The stamp does not verify over the received bytes.' },
  PUBLIC_KEY_NOT_FOUND: {
    grpc: 16,
    status: 401,
    text: 'No user of the organization or of its parent has this public key, or it has ended. Log in again.',
    published: 'could not find public key in organization or its parent organization',
  },
  CREDENTIAL_NOT_FOUND: {
    grpc: 16,
    status: 401,
    text: 'No user of the organization or of its parent has this passkey. Use another one.',
    published: 'credential ID could not be found in organization or its parent organization',
  },
  ORGANIZATION_NOT_FOUND: {
    grpc: 5,
    status: 404,
    text: 'There is no organization with this id. It was deleted, or the id is another service’s.',
    published: 'no organization found with the given ID',
  },
  API_KEY_EXPIRED: {
    grpc: 16,
    status: 401,
    text: 'The API key or session has expired. Log in again.',
    published: 'Unauthenticated desc = expired api key publicKey',
  },
  NOT_AUTHORIZED: { grpc: 7, status: 403, text: 'The caller may not do this in the organization.' },
} as const satisfies TableOf<typeof stampedCalls>;

/** An activity may be answered these before it is executed. */
export const ofActivities = {
  ORGANIZATION_MISMATCH: {
    grpc: 3,
    status: 400,
    text: 'A user of the parent organization may read here, and not act: in a sub-organization only its own users act.',
    published:
      'organization mismatch: request is targeting a sub-organization, but voters are in its parent organization',
  },
  ACTIVITY_TYPE_UNKNOWN: { grpc: 3, status: 400, text: 'This path does not accept that activity type.' },
  TIMESTAMP_NOT_LIVE: {
    grpc: 3,
    status: 400,
    text: 'timestampMs must be less than one hour old and at most five minutes ahead. Correct the clock and sign the request again.',
  },
  PASSKEY_CLONED: {
    grpc: 7,
    status: 403,
    text: 'The passkey has signed as often before: there is a second one of it. Remove it, and register another.',
  },
  TOO_MANY_ACTIVITIES: {
    grpc: 8,
    status: 429,
    text: 'This organization, or this address, has recorded as much as it may in an hour. Wait before the next one.',
  },
  TOO_MANY_PENDING: {
    grpc: 8,
    status: 429,
    text: 'Ten activities of yours wait for votes. Withdraw one, or wait until one is decided.',
  },
  POLICY_TOO_COSTLY: {
    grpc: 3,
    status: 400,
    text: 'To decide this by the policies of the organization takes more steps than a decision may take. Send fewer payloads, or have policies made simpler.',
  },
  SUSPENDED: {
    grpc: 9,
    status: 400,
    text: 'The organization is suspended: its users can log in, look, and export their keys, and nothing else. Ask its operator why.',
  },
} as const satisfies TableOf<typeof activityCalls>;

/** Any call of the auth proxy may be answered these. */
export const ofProxyCalls = {
  ORIGIN_NOT_ALLOWED: { grpc: 7, status: 403, text: 'The origin is not on the allowed list of this configuration.' },
  PROXY_NOT_AVAILABLE: { grpc: 5, status: 404, text: 'There is no enabled auth proxy configuration with this id.' },
  TOO_MANY_REQUESTS: { grpc: 8, status: 429, text: 'Too many requests from this address. Wait before the next one.' },
  TOO_MANY_REFUSALS: {
    grpc: 8,
    status: 429,
    text: 'Too many requests from this address were refused. Wait before the next one.',
  },
} as const satisfies TableOf<typeof proxyCalls>;
