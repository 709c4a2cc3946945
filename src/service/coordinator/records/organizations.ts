import type { Kysely } from 'kysely';
import type { OtpType } from '../../../contract/contact.js';
import { type Feature, type FeatureName, featureName } from '../../../contract/organizations.records.js';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import { sendingDisabled } from '../../configuration/sendingDisabled.js';
import type { Row, Tables } from '../../store/schema.js';
import type { CredentialKind } from '../../store/tables/credentials.js';
import type { Organization } from '../callers/caller.js';

/** The features that this service has, of those that the wire knows. The login methods are on until they are removed. */
const loginMethods: readonly FeatureName[] = [
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_SMS_AUTH',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
];
const supported: readonly FeatureName[] = ['FEATURE_NAME_WEBAUTHN_ORIGINS', ...loginMethods];

/** The features that an organization has set: their values, or `null` if removed. */
export type Features = Partial<Record<FeatureName, string | null>>;

type Featured = Pick<Organization, 'organization_id' | 'parent_id' | 'features'>;

/** A sub-organization of the caller's organization, by its id. @throws {RefusedError} ORGANIZATION_NOT_FOUND */
export async function findSubOrganization(
  db: Kysely<Tables>,
  parent: Pick<Organization, 'organization_id'>,
  organizationId: string,
): Promise<Pick<Row<'organizations'>, 'organization_id' | 'parent_id' | 'suspended_at_ms'>> {
  const found = await db
    .selectFrom('organizations')
    .select(['organization_id', 'parent_id', 'suspended_at_ms'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (found?.parent_id !== parent.organization_id) throw refused('ORGANIZATION_NOT_FOUND');
  return found;
}

export const featuresOf = ({ features }: Pick<Organization, 'features'>): Features => JSON.parse(features);

/** Those that are on, as the wire has them. */
export const shownFeatures = (features: Features): Feature[] =>
  featureName.options.filter((name) => isOn(features, name)).map((name) => ({ name, value: features[name] ?? '' }));

/** @throws {RefusedError} NOT_YET_SUPPORTED */
export function checkSupported(name: FeatureName): void {
  if (!supported.includes(name)) throw refused('NOT_YET_SUPPORTED', { about: name });
}

/** The organization's features after setting one, or removing it with `null`. */
export async function writeFeature(
  db: Kysely<Tables>,
  organization: Featured,
  name: FeatureName,
  value: string | null,
): Promise<Features> {
  const features = { ...featuresOf(organization), [name]: value };
  for (const table of ['organizations', 'auth_proxy_configs'] as const) {
    await db
      .updateTable(table)
      .set({ features: JSON.stringify(features) })
      .where('organization_id', '=', organization.organization_id)
      .execute();
  }
  return features;
}

/** Whether the organization itself has enabled codes of that kind; its parent is not considered. */
export const hasCodesOn = (organization: Pick<Organization, 'features'>, otpType: OtpType): boolean =>
  areCodesAmong(featuresOf(organization), otpType);

/** Whether codes of that kind are among the features of an organization. */
export const areCodesAmong = (features: Features, otpType: OtpType): boolean => isOn(features, codesOf(otpType));

const codesOf = (otpType: OtpType): FeatureName =>
  otpType === 'OTP_TYPE_EMAIL' ? 'FEATURE_NAME_OTP_EMAIL_AUTH' : 'FEATURE_NAME_SMS_AUTH';

/** Whether codes of that kind can be used to log in here. */
const areCodesOn = async (db: Kysely<Tables>, organization: Featured, otpType: OtpType): Promise<boolean> =>
  hasCodesOn(organization, otpType) && areCodesAmong(await parentsFeatures(db, organization), otpType);

/** @throws {RefusedError} METHOD_NOT_ENABLED */
export const checkCodesOn = (db: Kysely<Tables>, organization: Featured, otpType: OtpType): Promise<void> =>
  checkFeatureOn(db, organization, codesOf(otpType), () => refused('METHOD_NOT_ENABLED'));

/** {@link checkCodesOn}, where a code is to be sent. @throws {RefusedError} METHOD_NOT_ENABLED */
export const checkSendingOn = (db: Kysely<Tables>, organization: Featured, otpType: OtpType): Promise<void> =>
  checkFeatureOn(db, organization, codesOf(otpType), () => sendingDisabled(otpType));

/** Whether keys are mailed here. @throws {RefusedError} METHOD_NOT_ENABLED */
export const checkKeyMailOn = (db: Kysely<Tables>, organization: Featured, name: FeatureName): Promise<void> =>
  checkFeatureOn(db, organization, name, () => sendingDisabled('OTP_TYPE_EMAIL'));

/** Whether a login method is on here, and in the parent. */
async function checkFeatureOn(
  db: Kysely<Tables>,
  organization: Featured,
  name: FeatureName,
  refusal: () => RefusedError,
): Promise<void> {
  if (!isOn(featuresOf(organization), name) || !isOn(await parentsFeatures(db, organization), name)) throw refusal();
}

/** Of a parent itself: nothing, by which every login method is on. */
export async function parentsFeatures(db: Kysely<Tables>, { parent_id }: Featured): Promise<Features> {
  if (parent_id === null) return {};
  const parent = await db
    .selectFrom('organizations')
    .select('features')
    .where('organization_id', '=', parent_id)
    .executeTakeFirst();
  return parent ? featuresOf(parent) : {};
}

const isOn = (features: Features, name: FeatureName): boolean =>
  name in features ? features[name] !== null : loginMethods.includes(name);

/** Whether a user belongs to the root quorum of an organization with sub-organizations: no contact or identity logs them in. */
export const isTopLevelRoot = (
  { parent_id }: Pick<Organization, 'parent_id'>,
  { is_root }: Pick<Row<'users'>, 'is_root'>,
): boolean => parent_id === null && is_root === 1;

/** Why an organization is suspended; the empty text once it is not. */
export async function suspensionReason(db: Kysely<Tables>, organizationId: string): Promise<string> {
  const found = await db
    .selectFrom('organizations')
    .select('suspension_reason')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return found?.suspension_reason ?? '';
}

/** The members of an organization's root quorum. */
export async function rootUserIds(db: Kysely<Tables>, organizationId: string): Promise<string[]> {
  const roots = await db
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('is_root', '=', 1)
    .execute();
  return roots.map(({ user_id }) => user_id);
}

/**
 * Whether a root quorum that has lost credentials of a user can still act. Who comes back by a code needs none.
 *
 * @throws {RefusedError} LAST_CREDENTIAL
 */
export async function checkMayLoseCredentials(
  db: Kysely<Tables>,
  organization: Featured & Pick<Organization, 'root_quorum_threshold'>,
  user: Pick<Row<'users'>, 'is_root' | 'email_verified' | 'phone_verified'>,
): Promise<void> {
  if (user.is_root === 1 && !(await logsInByCode(db, organization, user))) await checkQuorumCanAct(db, organization);
}

/** Whether a user of the organization can always log in by a code; in a parent itself nobody can. */
const logsInByCode = async (
  db: Kysely<Tables>,
  organization: Featured,
  { email_verified, phone_verified }: Pick<Row<'users'>, 'email_verified' | 'phone_verified'>,
): Promise<boolean> =>
  organization.parent_id !== null &&
  ((email_verified === 1 && (await areCodesOn(db, organization, 'OTP_TYPE_EMAIL'))) ||
    (phone_verified === 1 && (await areCodesOn(db, organization, 'OTP_TYPE_SMS'))));

/** Whether a user can come back by one of these credentials, or by a code. */
export const comesBack = async (
  db: Kysely<Tables>,
  organization: Featured,
  user: Pick<Row<'users'>, 'email_verified' | 'phone_verified'>,
  held: readonly Row<'credentials'>[],
): Promise<boolean> => held.some(isLasting) || logsInByCode(db, organization, user);

const isLasting = ({ kind, expires_at_ms, is_proved }: Row<'credentials'>): boolean =>
  expires_at_ms === null && (lasting.includes(kind) || (kind === 'OAUTH_PROVIDER' && is_proved === 1));

/** Kinds of credentials that may have no end. By an identity at a provider no root member of a parent comes back. */
const lasting: CredentialKind[] = ['API_KEY', 'PASSKEY'];

/**
 * The root users who can always come back: by a key without an end, or by codes to a verified contact while such codes are on. What
 * changes keys, contacts, features or the quorum leaves as many of them as must approve.
 *
 * @throws {RefusedError} LAST_CREDENTIAL
 */
export async function checkQuorumCanAct(
  db: Kysely<Tables>,
  organization: Featured & Pick<Organization, 'root_quorum_threshold'>,
): Promise<void> {
  const isBelow = organization.parent_id !== null;
  const byEmail = isBelow && (await areCodesOn(db, organization, 'OTP_TYPE_EMAIL'));
  const byPhone = isBelow && (await areCodesOn(db, organization, 'OTP_TYPE_SMS'));
  const roots = await db
    .selectFrom('users')
    .select('user_id')
    .where('organization_id', '=', organization.organization_id)
    .where('is_root', '=', 1)
    .where((users) =>
      users.or([
        ...(byEmail ? [users('email_verified', '=', 1)] : []),
        ...(byPhone ? [users('phone_verified', '=', 1)] : []),
        users(
          'user_id',
          'in',
          users
            .selectFrom('credentials')
            .select('user_id')
            .where('organization_id', '=', organization.organization_id)
            .where('expires_at_ms', 'is', null)
            .where('kind', 'in', isBelow ? [...lasting, 'OAUTH_PROVIDER'] : lasting)
            .where((held) => held.or([held('kind', '<>', 'OAUTH_PROVIDER'), held('is_proved', '=', 1)])),
        ),
      ]),
    )
    .execute();
  if (roots.length < organization.root_quorum_threshold) throw refused('LAST_CREDENTIAL');
}
