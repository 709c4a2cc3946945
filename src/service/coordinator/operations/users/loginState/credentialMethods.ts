import type { Kysely } from 'kysely';
import type { LoginMethod, LoginReason } from '../../../../../contract/loginState.records.js';
import { oauthLogin } from '../../../../../contract/oauth.js';
import { stampLogin } from '../../../../../contract/sessions.js';
import { issuersIn } from '../../../../configuration/oauth2Apps.js';
import { rulesFor } from '../../../../configuration/passkeyRules.js';
import { issuersOf } from '../../../../identity/issuers.js';
import { oauth2Names } from '../../../../identity/oauth2Providers.js';
import type { Row, Tables } from '../../../../store/schema.js';
import type { ProviderRecord } from '../../../../store/tables/credentials.js';
import type { Tools } from '../../../../tools.js';
import { isPasskey } from '../../../records/authenticators.js';
import { isProvider } from '../../../records/oauth.js';
import { always, type Person, policyReasons } from './person.js';

type PolicyTools = Pick<Tools, 'work' | 'publicUrl' | 'dashboardUrl'>;

/** Passkeys stamp at the coordinator: the auth proxy and its methods have no part in it. */
export async function passkeyMethod(tools: PolicyTools, db: Kysely<Tables>, person: Person): Promise<LoginMethod> {
  const passkeys = person.credentials.filter(isPasskey);
  const { origins } = await rulesFor(tools, db, person.organization);
  return written('passkey', passkeys.length, [
    ...(passkeys.length === 0 ? [always('NO_CREDENTIAL')] : []),
    ...(origins.length === 0 ? [always('NO_ORIGIN_ALLOWED')] : []),
    ...(await policyReasons(tools, db, person, stampLogin)),
  ]);
}

/** A key that is there logs in, whichever methods are on. */
export async function keyMethod(tools: PolicyTools, db: Kysely<Tables>, person: Person): Promise<LoginMethod> {
  const keys = person.credentials.filter(isApiKey);
  const live = keys.filter(({ expires_at_ms }) => expires_at_ms === null || expires_at_ms > person.nowMs);
  return written('wallet', live.length, [
    ...(keys.length === 0 ? [always('NO_CREDENTIAL')] : []),
    ...(keys.length > 0 && live.length === 0 ? [always('CREDENTIAL_EXPIRED')] : []),
    ...(await policyReasons(tools, db, person, stampLogin)),
  ]);
}

/** Not one of a session, and none that was mailed. */
const isApiKey = ({ kind, credential_type }: Row<'credentials'>): boolean =>
  kind === 'API_KEY' && credential_type.startsWith('CREDENTIAL_TYPE_API_KEY');

const written = (method: 'passkey' | 'wallet', credentials: number, reasons: LoginReason[]): LoginMethod => ({
  method,
  canLogIn: reasons.length === 0,
  reasons,
  credentials,
});

/** One for each identity at a provider. */
export async function identityMethods(tools: PolicyTools, db: Kysely<Tables>, person: Person): Promise<LoginMethod[]> {
  const identities = person.credentials.filter(isProvider);
  if (identities.length === 0) return [];
  const isTopLevel = person.organization.parent_id === null;
  const policies = await policyReasons(tools, db, person, oauthLogin);
  return identities.map((identity): LoginMethod => {
    const reasons = isTopLevel
      ? [always('TOP_LEVEL_USER')]
      : [
          ...(person.configuration?.enabled === 1 ? [] : [always('PROXY_OFF')]),
          ...(isAccepted(tools, person, identity) ? [] : [always('PROVIDER_OFF')]),
          ...(identity.is_proved === 0 ? [always('IDENTITY_NOT_PROVED')] : []),
          ...policies,
        ];
    return { method: 'oauth', name: identity.credential_name, canLogIn: reasons.length === 0, reasons };
  });
}

/** Whether the configuration names the provider, and the app that the identity was made with; of X and Discord, any app of theirs. */
function isAccepted(
  { publicUrl }: PolicyTools,
  { configuration, settings }: Person,
  { provider }: Row<'credentials'>,
): boolean {
  if (!configuration) return false;
  const accepted = issuersIn(configuration, settings);
  const { issuer, audience } = JSON.parse(provider ?? '{}') as ProviderRecord;
  const isOfApp = accepted.oauth2Apps.some((app) => oauth2Names[app.provider] === issuer);
  if (isOfApp && publicUrl !== undefined) return true;
  return issuersOf(accepted).some((known) => known.issuer === issuer && known.clientIds.includes(audience));
}
