import type {
  AuthProxyConfigChanges,
  GetAuthProxyConfigResponse,
  UpdateAuthProxyConfigParameters,
} from 'latchkey/contract';

/** The auth proxy's configuration. */
export type Config = GetAuthProxyConfigResponse['authProxyConfig'];

/** Members whose own members the service keeps where a change leaves them out. */
const merged = ['emailCustomizationParams', 'oauthClientIds'];

/** Of the members given, those that are other than in the configuration. */
export function changedOnly(config: Config, given: AuthProxyConfigChanges): AuthProxyConfigChanges {
  const changed = Object.entries(given).flatMap(([name, value]) => {
    const before: unknown = config[name as keyof Config];
    if (!merged.includes(name)) return isSame(before, value) ? [] : [[name, value]];
    const members = Object.entries(value as object).filter(
      ([member, after]) => !isSame((before as Record<string, unknown>)[member], after),
    );
    return members.length === 0 ? [] : [[name, Object.fromEntries(members)]];
  });
  return Object.fromEntries(changed);
}

/** A change that is not made where others have changed the same meanwhile, also while it waits for approval. */
export const madeFrom = ({ revision }: Config, changes: AuthProxyConfigChanges): UpdateAuthProxyConfigParameters => ({
  ...changes,
  ...(revision !== undefined && { expectedRevision: revision }),
});

/** The members that are another in one configuration than in the other. */
export const changedMembers = (before: Config, after: Config): readonly (keyof Config)[] =>
  (Object.keys(after) as (keyof Config)[]).filter((name) => !isSame(before[name], after[name]));

/** What stands in these members, for somebody who has not seen it yet. */
export const told = (config: Config, names: readonly (keyof Config)[]): string =>
  names.map((name) => `${name} is ${JSON.stringify(config[name])}`).join('; ');

const isSame = (before: unknown, after: unknown): boolean => asText(before) === asText(after);

/** What is empty is the same as what is not there; the order of members says nothing. */
const asText = (value: unknown): string =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    ? ''
    : JSON.stringify(value, (_, member) =>
        typeof member === 'object' && member !== null && !Array.isArray(member)
          ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
          : member,
      );

/** What a configuration lets people log in by. */
type Ways = Pick<Config, 'enabled' | 'allowedOrigins' | 'allowedAuthMethods' | 'oauthClientIds' | 'oidcIssuers'>;

/**
 * Why nobody could log in with the configuration as it would be, if so.
 *
 * @param hasApps - whether people log in by an OAuth 2.0 app beside what the configuration names
 */
export function faultOf(config: Ways, changes: AuthProxyConfigChanges, hasApps: boolean): string | undefined {
  const {
    allowedOrigins = config.allowedOrigins,
    allowedAuthMethods = config.allowedAuthMethods,
    oidcIssuers = config.oidcIssuers,
  } = changes;
  const clientIds = Object.values({ ...config.oauthClientIds, ...changes.oauthClientIds }).flat();
  const hasProvider = hasApps || clientIds.length > 0 || oidcIssuers.length > 0;
  if (!config.enabled) return undefined;
  if (allowedOrigins.length === 0)
    return 'Name at least one origin, or turn the auth proxy off: no page could use it otherwise.';
  if (allowedAuthMethods.length === 0 && !hasProvider)
    return 'Leave at least one way to log in, or turn the auth proxy off: nobody could get in otherwise.';
  return undefined;
}

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Several names in a sentence. */
export const namesOf = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);
