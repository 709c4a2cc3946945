import type * as v from 'valibot';
import type { Action, FreshLogin, From, ProxyUser, Resource, Right } from './facts.js';
import type { RefusalCode } from './refusals.js';

/** Any schema of the schema library. */
export type Schema = v.GenericSchema;

/** A call to the auth proxy: `POST {auth_proxy_url}/v1/<name>`. */
export type ProxyRow<
  Name extends string = string,
  Request extends Schema = Schema,
  Response extends Schema = Schema,
> = {
  readonly kind: 'proxy';
  readonly name: Name;
  readonly path: string;
  readonly request: Request;
  readonly response: Response;
  /** The refusals of its own that it can answer, beside those of the door. */
  readonly refusals: readonly RefusalCode[];
  /** Whether the identical bytes may be sent again when the answer was lost: the call is idempotent on its token or code. */
  readonly repeatable: boolean;
  /** Whether its refusals count against the address that asks; a login screen shows itself to everyone, whatever was refused. */
  readonly counted: boolean;
};

/** One version of an activity: its type, and the members its intent and result are named by. */
export type ActivityVersion = {
  readonly type: string;
  readonly intentKey: string;
  /** The empty string where the result is an empty object without a typed member. */
  readonly resultKey: string;
  readonly parameters: Schema;
  readonly result: Schema;
};

/** All versions of an activity that are accepted, by name: `V2` is the one whose type ends in `_V2`, `V1` the one without a number. */
export type ActivityVersions = Readonly<Record<string, ActivityVersion>>;

/** An activity: `POST {base_url}/public/v1/submit/<name>`. */
export type ActivityRow<
  Name extends string = string,
  Versions extends ActivityVersions = ActivityVersions,
  Newest extends keyof Versions & string = keyof Versions & string,
> = {
  readonly kind: 'activity';
  readonly name: Name;
  readonly path: string;
  readonly versions: Versions;
  /** The version that our own client sends. */
  readonly newest: Newest;
  /** The version-free name that policies know it by, like `CREATE_WALLET`. */
  readonly activityKind: string;
  readonly resource: Resource;
  readonly action: Action;
  /** Parameters that a policy may read. @see Wire facts 7.4 */
  readonly policyParameters: readonly string[];
  readonly right: Right;
  readonly fresh: FreshLogin;
  readonly from: readonly From[];
  readonly proxyUser: ProxyUser;
  /** Members of the parameters, at any depth, that are recorded as `[redacted]`; the message of a vote on them, too. */
  readonly secretParameters: readonly string[];
  /** Members of the result, at any depth, that are recorded as `[redacted]`. */
  readonly secretResult: readonly string[];
  /** Queries whose answers it makes stale, beside the list of activities. */
  readonly changes: readonly QueryRow[];
  /** The refusals of its own that it can answer, beside those of the door. */
  readonly refusals: readonly RefusalCode[];
};

/** A query: `POST {base_url}/public/v1/query/<name>`. */
export type QueryRow<
  Name extends string = string,
  Request extends Schema = Schema,
  Response extends Schema = Schema,
> = {
  readonly kind: 'query';
  readonly name: Name;
  readonly path: string;
  readonly request: Request;
  readonly response: Response;
  readonly from: readonly From[];
  readonly proxyUser: ProxyUser;
  /** The refusals of its own that it can answer, beside those of the door. */
  readonly refusals: readonly RefusalCode[];
};

export type Operation = ProxyRow | ActivityRow | QueryRow;

/** The newest version of an activity. */
export type NewestOf<R extends ActivityRow> = R['versions'][R['newest']];

/** What a caller passes for a row: the parameters of an activity, the request of a call or query (without `organizationId` where a session names it). */
export type RequestOf<R> = R extends ActivityRow
  ? v.InferInput<NewestOf<R>['parameters']>
  : R extends ProxyRow | QueryRow
    ? v.InferInput<R['request']>
    : never;

/** The request of a call or query as its handler receives it: shaped, with defaults filled in. */
export type RowRequest<R extends ProxyRow | QueryRow> = v.InferOutput<R['request']>;

/** What a caller gets for a row: the typed result of an activity, the response of a call or query. */
export type AnswerOf<R> = R extends ActivityRow
  ? v.InferOutput<NewestOf<R>['result']>
  : R extends ProxyRow | QueryRow
    ? v.InferOutput<R['response']>
    : never;

/** Writes a row of the auth proxy. */
/* @__NO_SIDE_EFFECTS__ */
export function proxyCall<const Name extends string, Request extends Schema, Response extends Schema>(row: {
  name: Name;
  request: Request;
  response: Response;
  refusals: readonly RefusalCode[];
  repeatable?: true;
  counted?: false;
}): ProxyRow<Name, Request, Response> {
  return { repeatable: false, counted: true, ...row, kind: 'proxy', path: `/v1/${row.name}` };
}

/** Writes a row of an activity. */
/* @__NO_SIDE_EFFECTS__ */
export function activity<
  const Name extends string,
  const Versions extends ActivityVersions,
  const Newest extends keyof Versions & string,
>(row: {
  name: Name;
  versions: Versions;
  newest: Newest;
  activityKind?: string;
  resource: Resource;
  action: Action;
  policyParameters?: readonly string[];
  right: Right;
  fresh?: FreshLogin;
  from?: readonly From[];
  proxyUser?: ProxyUser;
  secretParameters?: readonly string[];
  secretResult?: readonly string[];
  changes: readonly QueryRow[];
  refusals: readonly RefusalCode[];
}): ActivityRow<Name, Versions, Newest> {
  return {
    activityKind: row.name.toUpperCase(),
    policyParameters: [],
    fresh: 'not asked for',
    from: ['organization'],
    proxyUser: 'nowhere',
    secretParameters: [],
    secretResult: [],
    ...row,
    kind: 'activity',
    path: `/public/v1/submit/${row.name}`,
  };
}

/** Writes a row of a query. */
/* @__NO_SIDE_EFFECTS__ */
export function query<const Name extends string, Request extends Schema, Response extends Schema>(row: {
  name: Name;
  request: Request;
  response: Response;
  from?: readonly From[];
  proxyUser?: ProxyUser;
  refusals: readonly RefusalCode[];
}): QueryRow<Name, Request, Response> {
  return {
    from: ['organization', 'parent'],
    proxyUser: 'nowhere',
    ...row,
    kind: 'query',
    path: `/public/v1/query/${row.name}`,
  };
}

/** The newest version of an activity. */
export const newestOf = <R extends ActivityRow>({ versions, newest }: R): NewestOf<R> =>
  versions[newest] as NewestOf<R>;

/** The version of an activity that a type names, and its name; `undefined` for a type that this row does not accept. */
export function versionOf(
  { versions }: ActivityRow,
  type: string,
): { readonly name: string; readonly version: ActivityVersion } | undefined {
  const found = Object.entries(versions).find(([, version]) => version.type === type);
  return found && { name: found[0], version: found[1] };
}
