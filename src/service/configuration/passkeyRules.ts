import type { Kysely } from 'kysely';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { readUrl } from '../../contract/readUrl.js';
import type { UserRules } from '../../crypto/webauthn/registration.js';
import { WebauthnError } from '../../crypto/webauthn/webauthnError.js';
import { isLoopback } from '../loopback.js';
import type { Row, Tables } from '../store/schema.js';
import type { Tools } from '../tools.js';
import { settingsFor } from './authProxyConfigs.js';

/** On which pages passkeys are made and used, and how. */
export type PasskeyRules = UserRules & {
  readonly origins: Origins;
  /** Whether a frame of another origin may. */
  readonly crossOrigin: boolean;
};

type Origins = readonly string[] | 'any';
type Where = Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>;

/** The value of the feature FEATURE_NAME_WEBAUTHN_ORIGINS: origins, or `*`. */
export const originsIn = (value: string): string[] => value.split(',').map((origin) => origin.trim());

/**
 * What holds in an organization. The origins are those of its parent's feature, else of its parent's configuration, else any; its own
 * feature can only leave some of them out. In a top-level organization the dashboard's is always one of them, so that no setting locks its
 * operators out; and passkeys of the dashboard's site verify their user, so that whoever finds a key is not let in by it alone.
 */
export async function rulesFor(
  { dashboardUrl }: Pick<Tools, 'dashboardUrl'>,
  db: Kysely<Tables>,
  organization: Where,
): Promise<PasskeyRules> {
  const { organization_id, parent_id } = organization;
  const settings = await settingsFor(db, organization);
  const allowed = await originFeatures(db, organization);
  const given = anyOr(allowed.get(parent_id ?? organization_id) ?? settings.allowedOrigins);
  const own = parent_id === null ? 'any' : anyOr(allowed.get(organization_id) ?? ['*']);
  const origins = narrowed(given, own);
  if (parent_id !== null || dashboardUrl === undefined) return passkeyRules(settings, origins);
  const { origin, hostname } = new URL(dashboardUrl);
  const withDashboard = origins === 'any' ? origins : [...origins, origin];
  const rules = passkeyRules(settings, withDashboard);
  return {
    ...rules,
    verificationOf: (rpId) => (isOfSite(hostname, rpId) ? 'required' : rules.verificationOf(rpId)),
  };
}

/** Whether a host is that of a relying party, or below it. */
const isOfSite = (host: string, rpId: string): boolean => host === rpId || host.endsWith(`.${rpId}`);

/** A configuration's rules for passkeys, on pages of these origins. */
export const passkeyRules = (
  { passkeyCrossOrigin, passkeyUserVerification }: AuthProxySettings,
  origins: Origins,
): PasskeyRules => ({
  origins,
  crossOrigin: passkeyCrossOrigin,
  verificationOf: () => passkeyUserVerification,
});

/**
 * Where any origin is allowed: the page is still one of the passkey's own site, by https or on this machine. A browser that keeps to
 * WebAuthn uses the passkey nowhere else, unless the site names related origins, which need a list here.
 *
 * @throws {WebauthnError} ORIGIN_MISMATCH
 */
export function checkSite(
  { origins }: Pick<PasskeyRules, 'origins'>,
  { origin, rpId }: { readonly origin: string; readonly rpId: string },
): void {
  if (origins !== 'any') return;
  const { protocol, hostname } = readUrl(origin) ?? { protocol: '', hostname: '' };
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  if (!isSecure || !isOfSite(hostname, rpId))
    throw new WebauthnError('ORIGIN_MISMATCH', "The ceremony was held on a page that is not of the passkey's site.");
}

/** The origins set by the organization and its parent, by id, if any. */
async function originFeatures(
  db: Kysely<Tables>,
  { organization_id, parent_id }: Where,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('organizations')
    .select(['organization_id', 'features'])
    .where('organization_id', 'in', [organization_id, parent_id ?? organization_id])
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const { FEATURE_NAME_WEBAUTHN_ORIGINS: origins } = JSON.parse(row.features) as Record<string, string | null>;
      return origins ? [[row.organization_id, originsIn(origins)] as const] : [];
    }),
  );
}

const anyOr = (origins: readonly string[]): Origins => (origins.includes('*') ? 'any' : origins);

function narrowed(given: Origins, own: Origins): Origins {
  if (own === 'any') return given;
  return given === 'any' ? own : given.filter((origin) => own.includes(origin));
}
