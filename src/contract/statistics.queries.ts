import * as v from 'valibot';
import { milliseconds, uuid } from './fields.js';
import { query } from './row.js';

const getStatisticsRequest = v.strictObject({
  organizationId: uuid,
  from: milliseconds,
  to: milliseconds,
  resolution: v.picklist(['HOUR', 'DAY']),
});

/** How often something happened. Members that have no meaning for its kind are left out. */
const statistic = v.object({
  kind: v.picklist(['LOGIN', 'SIGNUP', 'SIGNATURE', 'FAILURE']),
  method: v.optional(v.string()),
  step: v.optional(v.string()),
  code: v.optional(v.string()),
  times: v.number(),
});
export interface Statistic extends v.InferOutput<typeof statistic> {}

const span = v.object({
  from: v.string(),
  statistics: v.array(statistic as v.GenericSchema<unknown, Statistic>),
});
export interface StatisticsSpan extends v.InferOutput<typeof span> {}

const getStatisticsResponse = v.object({ spans: v.array(span as v.GenericSchema<unknown, StatisticsSpan>) });
export interface GetStatisticsRequest extends v.InferInput<typeof getStatisticsRequest> {}
export interface GetStatisticsResponse extends v.InferOutput<typeof getStatisticsResponse> {}

/**
 * How many logins, sign-ups, signatures and failures there were in an organization and its sub-organizations, by time, in a query of our
 * own. Nothing in it names a person. Users of the top-level organization alone may ask; what is counted stands with that one.
 *
 * @remarks Written down every 10 seconds, so that the newest may be missing, also for good after a crash; kept for 400 days. `method`: of a
 * login or sign-up `email`, `sms`, `passkey`, `wallet` (any API key), the issuer of a provider (`x` and `discord` are their own), or for
 * attested stamps `code` and `oauth`; of a signature the activity; of a failure, where it is known, how a code was to be sent. `step`: the
 * call that failed. `code`: its refusal's, `OTHER` for what is none. What no user's key or passkey has stamped is no failure.
 * @param from - milliseconds since 1970, as text. It is the beginning of its hour, and `to` the end of its hour.
 * @param resolution - `HOUR`: at most 7 days. `DAY`: spans of 24 hours from `from` on, at most 92 of them.
 * @returns `spans` in the order of time, without those in which nothing happened. `from`: milliseconds since 1970. At most 500 different
 * things in each, the most frequent.
 * @see A row of our own
 */
export const getStatistics = query({
  name: 'get_statistics',
  request: getStatisticsRequest as v.GenericSchema<GetStatisticsRequest>,
  response: getStatisticsResponse as v.GenericSchema<GetStatisticsResponse>,
  readers: 'top level',
  refusals: [],
});

const getLimitsUseRequest = v.strictObject({ organizationId: uuid });
const limitUse = v.object({
  limit: v.picklist(['emailsPerHour', 'textsPerHour', 'textsPerHourAndCallingCode']),
  devices: v.picklist(['NEW', 'KNOWN']),
  callingCode: v.optional(v.string()),
  used: v.number(),
  most: v.number(),
});
export interface LimitUse extends v.InferOutput<typeof limitUse> {}
const getLimitsUseResponse = v.object({ uses: v.array(limitUse as v.GenericSchema<unknown, LimitUse>) });
export interface GetLimitsUseRequest extends v.InferInput<typeof getLimitsUseRequest> {}
export interface GetLimitsUseResponse extends v.InferOutput<typeof getLimitsUseResponse> {}

/**
 * How many codes were sent within the last hour, of the most that the auth proxy's configuration lets through, in a query of our own. Users
 * of the top-level organization alone may ask.
 *
 * @returns `limit`: the member of the configuration. `devices`: those that have not logged in by the contact before, and those that have;
 * each has the cap for itself. `callingCode`: without `+`; only those that a text was sent to.
 * @see A row of our own
 */
export const getLimitsUse = query({
  name: 'get_limits_use',
  request: getLimitsUseRequest as v.GenericSchema<GetLimitsUseRequest>,
  response: getLimitsUseResponse as v.GenericSchema<GetLimitsUseResponse>,
  readers: 'top level',
  refusals: [],
});
