import type { Kysely } from 'kysely';
import { type ContactKind, contactKindOf, type OtpType } from '../../../../../contract/contact.js';
import type { LoginMethod, LoginReason } from '../../../../../contract/loginState.records.js';
import { otpLogin } from '../../../../../contract/otp.js';
import { timestampOf } from '../../../../../contract/timestamps.js';
import type { Tables } from '../../../../store/schema.js';
import type { Tools } from '../../../../tools.js';
import { usersWith } from '../../../callers/contactStatements.js';
import { type ClassStanding, type CodeStanding, codeStanding, type LastCode } from '../../../codes/codeStanding.js';
import { isServed } from '../../../codes/servedNumbers.js';
import { areCodesAmong, hasCodesOn, parentsFeatures } from '../../../records/organizations.js';
import { always, type Person, policyReasons, waiting } from './person.js';

/** Whether a person can log in by codes of a kind. */
export async function codeMethod(
  tools: Pick<Tools, 'work'>,
  db: Kysely<Tables>,
  person: Person,
  otpType: OtpType,
): Promise<LoginMethod> {
  const method = otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'sms';
  const contact = (method === 'email' ? person.user.email : person.user.phone_number) ?? undefined;
  const { parent_id } = person.organization;
  if (parent_id === null)
    return { method, canLogIn: false, reasons: [always('TOP_LEVEL_USER')], ...(contact !== undefined && { contact }) };
  const lasting = [
    ...(await switchedOff(db, person, otpType)),
    ...(await contactReasons(db, person, otpType)),
    ...(await policyReasons(tools, db, person, otpLogin)),
  ];
  if (contact === undefined) return { method, canLogIn: false, reasons: lasting };
  const of = { organizationId: parent_id, otpType, contact, nowMs: person.nowMs };
  const standing = await codeStanding(db, of, person.settings);
  const newDevices = classReasons(standing.newDevices, 'NEW_DEVICES', person);
  const knownDevices = classReasons(standing.knownDevices, 'KNOWN_DEVICES', person);
  const canLogIn = lasting.length === 0 && (newDevices.length === 0 || knownDevices.length === 0);
  return {
    method,
    canLogIn,
    reasons: [...lasting, ...newDevices, ...knownDevices, ...lastRequesterReasons(standing, person)],
    ...(canLogIn && { mayWait: true }),
    contact,
    codes: {
      newDevices: writeClass(standing.newDevices, person),
      knownDevices: writeClass(standing.knownDevices, person),
      ...(standing.lastCode && { lastCode: writeLastCode(standing.lastCode) }),
    },
  };
}

async function switchedOff(db: Kysely<Tables>, person: Person, otpType: OtpType): Promise<LoginReason[]> {
  const { organization, configuration, settings } = person;
  const method = otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'sms';
  return [
    ...(configuration?.enabled === 1 ? [] : [always('PROXY_OFF')]),
    ...(settings.allowedAuthMethods.includes(method) ? [] : [always('METHOD_OFF')]),
    ...(areCodesAmong(await parentsFeatures(db, organization), otpType) ? [] : [always('FEATURE_OFF')]),
    ...(hasCodesOn(organization, otpType) ? [] : [always('OWN_FEATURE_OFF')]),
  ];
}

async function contactReasons(
  db: Kysely<Tables>,
  { organization, user, settings }: Person,
  otpType: OtpType,
): Promise<LoginReason[]> {
  const isEmail = otpType === 'OTP_TYPE_EMAIL';
  const contact = isEmail ? user.email : user.phone_number;
  if (contact === null) return [always('NO_CONTACT')];
  const served = isEmail || isServed(contact, settings.smsCountries) ? [] : [always('CONTACT_NOT_SERVED')];
  const isVerified = (isEmail ? user.email_verified : user.phone_verified) === 1;
  if (!isVerified) return [always('CONTACT_NOT_PROVED'), ...served];
  const kind = contactKindOf(otpType);
  const here = await usersWith(db, organization.organization_id, kind, contact);
  const homes = await homesOf(db, { parentId: organization.parent_id ?? '', kind, contact });
  return [...(here.length > 1 || homes > 1 ? [always('CONTACT_SHARED')] : []), ...served];
}

/** In how many sub-organizations a user has proved the contact, of which two are enough to know. */
async function homesOf(
  db: Kysely<Tables>,
  { parentId, kind, contact }: { parentId: string; kind: ContactKind; contact: string },
): Promise<number> {
  const homes = await db
    .selectFrom('contacts')
    .select('organization_id')
    .distinct()
    .where('parent_id', '=', parentId)
    .where('kind', '=', kind)
    .where('contact', '=', contact)
    .limit(2)
    .execute();
  return homes.length;
}

const classReasons = (
  { waitMs, capWaitMs }: ClassStanding,
  concerns: 'NEW_DEVICES' | 'KNOWN_DEVICES',
  { nowMs }: Person,
): LoginReason[] => [
  ...waiting('CAP_FULL', concerns, { nowMs, waitMs: capWaitMs }),
  ...waiting('CODES_USED_UP', concerns, { nowMs, waitMs }),
];

function lastRequesterReasons({ lastRequester }: CodeStanding, { nowMs }: Person): LoginReason[] {
  if (!lastRequester) return [];
  const { waitMs, isForWrongCodes } = lastRequester;
  return waiting(isForWrongCodes ? 'WRONG_CODES' : 'CODES_USED_UP', 'LAST_REQUESTER', { nowMs, waitMs });
}

function writeClass({ sent, most, windowSeconds, waitMs, capWaitMs, form }: ClassStanding, { nowMs }: Person) {
  const wait = Math.max(waitMs, capWaitMs);
  return { sends: { sent, most, windowSeconds, ...(wait > 0 && { nextAt: timestampOf(nowMs + wait) }) }, form };
}

const writeLastCode = ({ sentAtMs, expiresAtMs, deliveryTries, ...code }: LastCode) => ({
  ...code,
  sentAt: timestampOf(sentAtMs),
  expiresAt: timestampOf(expiresAtMs),
  ...(deliveryTries !== undefined && { deliveryTries }),
});
