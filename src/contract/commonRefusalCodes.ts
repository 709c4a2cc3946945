// The names of the refusals that stand on no row, apart from their sentences: the client knows them without the tables.

export const everyCall = [
  'REQUEST_MALFORMED',
  'REQUEST_INVALID',
  'BODY_TOO_LARGE',
  'TOO_MUCH_AT_ONCE',
  'TOO_MUCH_WORK',
  'HEADERS_TOO_LARGE',
  'CONTENT_TYPE_UNSUPPORTED',
  'METHOD_NOT_ALLOWED',
  'ROUTE_NOT_FOUND',
  'NOT_YET_SUPPORTED',
] as const;

export const stampedCalls = [
  'STAMP_MISSING',
  'STAMP_MALFORMED',
  'STAMP_AMBIGUOUS',
  'STAMP_NOT_TAKEN',
  'STAMP_INVALID',
  'PUBLIC_KEY_NOT_FOUND',
  'CREDENTIAL_NOT_FOUND',
  'ORGANIZATION_NOT_FOUND',
  'API_KEY_EXPIRED',
  'NOT_AUTHORIZED',
] as const;

export const activityCalls = [
  'ORGANIZATION_MISMATCH',
  'ACTIVITY_TYPE_UNKNOWN',
  'TIMESTAMP_NOT_LIVE',
  'PASSKEY_CLONED',
  'TOO_MANY_ACTIVITIES',
  'TOO_MANY_PENDING',
  'POLICY_TOO_COSTLY',
  'SUSPENDED',
] as const;

export const proxyCalls = [
  'ORIGIN_NOT_ALLOWED',
  'PROXY_NOT_AVAILABLE',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_REFUSALS',
] as const;

export const serviceFailures = ['INTERNAL', 'SEALED_UNREADABLE', 'SECRETS_UNFIT', 'UNAVAILABLE', 'DEADLINE'] as const;

/** The codes of the refusals that every row of some kind can answer. */
export const commonRefusalCodes = [
  ...everyCall,
  ...stampedCalls,
  ...activityCalls,
  ...proxyCalls,
  ...serviceFailures,
] as const;

/** The code of a refusal that stands on no row. Through `Extract`, so that hovers show the name and not the list. */
export type CommonRefusalCode = Extract<(typeof commonRefusalCodes)[number], string>;
