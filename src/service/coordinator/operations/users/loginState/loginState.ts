import type { Kysely } from 'kysely';
import type { GetLoginStateResponse, getLoginState } from '../../../../../contract/loginState.queries.js';
import type { LoginMethod, LoginReason } from '../../../../../contract/loginState.records.js';
import { refused } from '../../../../../contract/refusals.js';
import { timestampOf } from '../../../../../contract/timestamps.js';
import { authProxyConfigOf, readSettings } from '../../../../configuration/authProxyConfigs.js';
import { defaultSettings } from '../../../../configuration/authProxySettings.js';
import { isAllowedOrigin } from '../../../../configuration/origin.js';
import type { Tables } from '../../../../store/schema.js';
import type { Organization } from '../../../callers/caller.js';
import { credentialsOf } from '../../../callers/credentialsOf.js';
import type { AnswerQuery } from '../../../engine/handlers/handler.js';
import { loginRefusalsOf, refusedOriginsOf, tracesOf } from '../../../records/loginRefusals.js';
import { suspensionReason } from '../../../records/organizations.js';
import { findUser } from '../../../records/users.js';
import { codeMethod } from './codeMethod.js';
import { identityMethods, keyMethod, passkeyMethod } from './credentialMethods.js';
import type { Person } from './person.js';

/** Looks at each way in as the login itself would, and changes nothing. */
export const answerGetLoginState: AnswerQuery<typeof getLoginState> = async (
  { userId },
  { tools, db, organization },
) => {
  const user = await findUser(db, organization.organization_id, userId);
  if (!user) throw refused('USER_NOT_FOUND');
  const configuration = await authProxyConfigOf(db, organization.parent_id ?? organization.organization_id);
  const person: Person = {
    organization,
    user,
    credentials: await credentialsOf(db, user),
    configuration,
    settings: configuration ? readSettings(configuration) : defaultSettings,
    nowMs: tools.clock(),
  };
  const methods = [
    await codeMethod(tools, db, person, 'OTP_TYPE_EMAIL'),
    await codeMethod(tools, db, person, 'OTP_TYPE_SMS'),
    await passkeyMethod(tools, db, person),
    await keyMethod(tools, db, person),
    ...(await identityMethods(tools, db, person)),
  ];
  const ways = methods.filter(({ canLogIn }) => canLogIn);
  return {
    organizationId: organization.organization_id,
    userId,
    userName: user.user_name,
    ...(await suspensionOf(db, organization)),
    canLogIn: ways.length > 0,
    reasons: ways.length > 0 ? [] : reasonsOf(methods),
    ...(ways.length > 0 && ways.every(({ mayWait }) => mayWait) && { mayWait: true }),
    ...(await originsRefused(db, person)),
    methods,
    refusals: await loginRefusalsOf(tools, db, person),
    logTraces: await tracesOf(tools, person),
  };
};

async function suspensionOf(
  db: Kysely<Tables>,
  { organization_id, suspended_at_ms }: Organization,
): Promise<Pick<GetLoginStateResponse, 'suspended'>> {
  if (suspended_at_ms === null) return {};
  const reason = await suspensionReason(db, organization_id);
  return { suspended: { reason, at: timestampOf(suspended_at_ms) } };
}

/** Pages that were refused and would be again: as their origin is refused first, nobody knows who was on them. */
async function originsRefused(
  db: Kysely<Tables>,
  { organization: { parent_id }, settings, nowMs }: Person,
): Promise<Pick<GetLoginStateResponse, 'refusedOrigins'>> {
  if (parent_id === null) return {};
  const found = await refusedOriginsOf(db, { organizationId: parent_id, nowMs });
  const still = found.filter(({ origin }) => !isAllowedOrigin(origin, settings));
  return still.length === 0
    ? {}
    : { refusedOrigins: still.map(({ origin, atMs }) => ({ origin, at: timestampOf(atMs) })) };
}

/** Of the methods that the person has something for; of all where they have nothing for any. */
function reasonsOf(methods: readonly LoginMethod[]): LoginReason[] {
  const has = methods.filter(({ reasons }) => !reasons.some(({ code }) => missing.includes(code)));
  const reasons = (has.length > 0 ? has : methods).flatMap((method) => method.reasons);
  return reasons.filter((reason, index) => reasons.findIndex((other) => isSame(reason, other)) === index);
}

const missing: readonly LoginReason['code'][] = ['NO_CONTACT', 'NO_CREDENTIAL', 'TOP_LEVEL_USER'];

const isSame = (one: LoginReason, other: LoginReason): boolean =>
  one.code === other.code &&
  one.concerns === other.concerns &&
  one.until?.seconds === other.until?.seconds &&
  one.until?.nanos === other.until?.nanos;
