import type * as v from 'valibot';
import type {
  Action,
  AttestedStamps,
  FreshLogin,
  From,
  OfOthers,
  OfRootMember,
  PolicyRoot,
  ProxyUser,
  Readers,
  RecoveryKeys,
  Resource,
  Right,
  WhileSuspended,
} from './facts.js';
import type { RefusalCode } from './refusals.js';

/** Any schema of the schema library. */
export type Schema = v.GenericSchema;

/** A call to the auth proxy: `POST {auth_proxy_url}/v1/<name>`. */
export type ProxyRow<
  Name extends string = string,
  Request = unknown,
  Response = unknown,
  Refusal extends RefusalCode = RefusalCode,
> = {
  readonly kind: 'proxy';
  readonly name: Name;
  readonly path: string;
  readonly request: v.GenericSchema<Request>;
  readonly response: v.GenericSchema<unknown, Response>;
  /** Its own refusals, beside those that every call can answer. */
  readonly refusals: readonly Refusal[];
  /** Whether identical bytes may be sent again when the answer was lost: the call is idempotent by its token or code. */
  readonly repeatable: boolean;
  /** Whether its refusals count toward the limit of the client's address. Login screens load for everyone, so their calls do not count. */
  readonly counted: boolean;
  /** Whether it needs a captcha's token, as the header X-Captcha-Token, where the configuration asks for one. */
  readonly captcha: boolean;
};

/** One version of an activity: its type, and the keys of its intent and result. */
export type ActivityVersion<Parameters = unknown, Result = unknown> = {
  readonly type: string;
  readonly intentKey: string;
  /** The empty string if the result is an empty object. */
  readonly resultKey: string;
  readonly parameters: v.GenericSchema<Parameters>;
  readonly result: v.GenericSchema<unknown, Result>;
};

/** All accepted versions of an activity, by name: `V2` is the one whose type ends in `_V2`, `V1` the one without a number. */
export type ActivityVersions = Readonly<Record<string, ActivityVersion>>;

/** An activity: `POST {base_url}/public/v1/submit/<name>`. */
export type ActivityRow<
  Name extends string = string,
  Versions extends ActivityVersions = ActivityVersions,
  Newest extends keyof Versions & string = keyof Versions & string,
  Refusal extends RefusalCode = RefusalCode,
> = {
  readonly kind: 'activity';
  readonly name: Name;
  readonly path: string;
  readonly versions: Versions;
  /** The version that our own client sends. */
  readonly newest: Newest;
  /** The version-free name in policies, like `CREATE_WALLET`. */
  readonly activityKind: string;
  readonly resource: Resource;
  readonly action: Action;
  /** Parameters that a policy may read. @see docs/wire.md 7.4 */
  readonly policyParameters: readonly string[];
  /** What a policy may read of the resources that it is about. */
  readonly policyRoots: readonly PolicyRoot[];
  readonly right: Right;
  readonly ofRootMember: OfRootMember;
  readonly ofOthers: OfOthers;
  /** The parameter that gives users names: where policies go by those, the root quorum alone may. */
  readonly givesName?: string;
  readonly fresh: FreshLogin;
  readonly whileSuspended?: WhileSuspended;
  readonly from: readonly From[];
  readonly attestedStamps: AttestedStamps;
  readonly recoveryKeys: RecoveryKeys;
  readonly proxyUser: ProxyUser;
  /** Members of the parameters, at any depth, that are recorded as `[redacted]`, as is the message of a vote on them. */
  readonly secretParameters: readonly string[];
  /** Members of the result, at any depth, that are recorded as `[redacted]`. */
  readonly secretResult: readonly string[];
  /** Queries whose answers become stale, beside the list of activities. */
  readonly changes: readonly QueryRow[];
  /** Its own refusals, beside those that every call can answer. */
  readonly refusals: readonly Refusal[];
  readonly unrecorded: Unrecorded;
};

/**
 * Refusals that the execution does not record, so that the same bytes may come again: a limit, an outage of others, a method that is switched
 * off. `proxy`: only where the auth proxy submits it, since of strangers nothing is recorded.
 */
export type Unrecorded<Refusal extends RefusalCode = RefusalCode> = {
  readonly [Code in Refusal]?: 'always' | 'proxy';
};

/** A query: `POST {base_url}/public/v1/query/<name>`. */
export type QueryRow<
  Name extends string = string,
  Request = unknown,
  Response = unknown,
  Refusal extends RefusalCode = RefusalCode,
> = {
  readonly kind: 'query';
  readonly name: Name;
  readonly path: string;
  readonly request: v.GenericSchema<Request>;
  readonly response: v.GenericSchema<unknown, Response>;
  readonly from: readonly From[];
  readonly readers?: Readers | undefined;
  readonly recoveryKeys: RecoveryKeys;
  readonly proxyUser: ProxyUser;
  /** Its own refusals, beside those that every call can answer. */
  readonly refusals: readonly Refusal[];
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

/** The request of a call or query as its handler receives it, after validation. */
export type RowRequest<R extends ProxyRow | QueryRow> = v.InferOutput<R['request']>;

/** The codes of a row's own refusals. */
export type RefusalOf<R extends Operation> = R['refusals'][number];

/** What a caller gets for a row: the typed result of an activity, the response of a call or query. */
export type AnswerOf<R> = R extends ActivityRow
  ? v.InferOutput<NewestOf<R>['result']>
  : R extends ProxyRow | QueryRow
    ? v.InferOutput<R['response']>
    : never;

/** Writes a row of the auth proxy. */
/* @__NO_SIDE_EFFECTS__ */
export function proxyCall<const Name extends string, Request, Response, const Refusal extends RefusalCode>(row: {
  name: Name;
  request: v.GenericSchema<Request>;
  response: v.GenericSchema<unknown, Response>;
  refusals: readonly Refusal[];
  repeatable?: true;
  counted?: false;
  captcha?: true;
}): ProxyRow<Name, Request, Response, Refusal> {
  return { repeatable: false, counted: true, captcha: false, ...row, kind: 'proxy', path: `/v1/${row.name}` };
}

/** Writes a row of an activity. */
/* @__NO_SIDE_EFFECTS__ */
export function activity<
  const Name extends string,
  Parameters,
  Results extends Readonly<Record<keyof Parameters, unknown>>,
  const Newest extends keyof Parameters & string,
  const Refusal extends RefusalCode,
>(row: {
  name: Name;
  versions: { readonly [Version in keyof Parameters]: WrittenVersion<Parameters[Version], unknown> } & {
    readonly [Version in keyof Results]: WrittenVersion<unknown, Results[Version]>;
  };
  newest: Newest;
  activityKind?: string;
  resource: Resource;
  action: Action;
  policyParameters?: readonly string[];
  policyRoots?: readonly PolicyRoot[];
  right: Right;
  ofRootMember?: OfRootMember;
  ofOthers?: OfOthers;
  givesName?: string;
  fresh?: FreshLogin;
  whileSuspended?: WhileSuspended;
  from?: readonly From[];
  attestedStamps?: AttestedStamps;
  recoveryKeys?: RecoveryKeys;
  proxyUser?: ProxyUser;
  secretParameters?: readonly string[];
  secretResult?: readonly string[];
  changes: readonly QueryRow[];
  refusals: readonly Refusal[];
  unrecorded?: Unrecorded<Refusal | 'REQUEST_INVALID'>;
}): ActivityRow<Name, VersionsOf<Parameters, Results>, Newest, Refusal> {
  return {
    activityKind: row.name.toUpperCase(),
    policyParameters: [],
    policyRoots: [],
    ofRootMember: 'unrestricted',
    ofOthers: 'unrestricted',
    fresh: 'never',
    from: ['organization'],
    attestedStamps: 'refused',
    recoveryKeys: 'refused',
    proxyUser: 'nowhere',
    secretParameters: [],
    secretResult: [],
    unrecorded: {},
    ...row,
    versions: named(row.name, row.versions as Record<string, WrittenVersion>) as VersionsOf<Parameters, Results>,
    kind: 'activity',
    path: `/public/v1/submit/${row.name}`,
  };
}

/** A version as a row writes it: its names where they do not follow from the row's and its own. */
type WrittenVersion<Parameters = unknown, Result = unknown> = Pick<
  ActivityVersion<Parameters, Result>,
  'parameters' | 'result'
> &
  Partial<Pick<ActivityVersion, 'type' | 'intentKey' | 'resultKey'>>;

/** `create_wallet` in its version `V2` is ACTIVITY_TYPE_CREATE_WALLET_V2, its members createWalletIntentV2 and createWalletResultV2. */
function named(name: string, versions: Record<string, WrittenVersion>): ActivityVersions {
  const member = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(versions).map(([version, written]) => {
      const number = version === 'V1' ? '' : version;
      const type = `ACTIVITY_TYPE_${name.toUpperCase()}${number && `_${number}`}`;
      return [
        version,
        { type, intentKey: `${member}Intent${number}`, resultKey: `${member}Result${number}`, ...written },
      ];
    }),
  );
}

/** The versions of an activity as its row's type shows them, with named parameters and results. */
type VersionsOf<Parameters, Results extends Readonly<Record<keyof Parameters, unknown>>> = {
  readonly [Version in keyof Parameters]: ActivityVersion<Parameters[Version], Results[Version]>;
};

/** Writes a row of a query. */
/* @__NO_SIDE_EFFECTS__ */
export function query<const Name extends string, Request, Response, const Refusal extends RefusalCode>(row: {
  name: Name;
  request: v.GenericSchema<Request>;
  response: v.GenericSchema<unknown, Response>;
  from?: readonly From[];
  readers?: Readers;
  recoveryKeys?: RecoveryKeys;
  proxyUser?: ProxyUser;
  refusals: readonly Refusal[];
}): QueryRow<Name, Request, Response, Refusal> {
  return {
    from: ['organization', 'parent'],
    recoveryKeys: 'refused',
    proxyUser: 'nowhere',
    ...row,
    kind: 'query',
    path: `/public/v1/query/${row.name}`,
  };
}

/** The newest version of an activity. */
export const newestOf = <R extends ActivityRow>({ versions, newest }: R): NewestOf<R> =>
  versions[newest] as NewestOf<R>;

/** The version of an activity with that type, and its name; `undefined` for a type that this row does not accept. */
export function versionOf(
  { versions }: ActivityRow,
  type: string,
): { readonly name: string; readonly version: ActivityVersion } | undefined {
  const found = Object.entries(versions).find(([, version]) => version.type === type);
  return found && { name: found[0], version: found[1] };
}
