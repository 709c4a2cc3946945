import type { Kysely } from 'kysely';
import type { OtpType } from '../../../contract/contact.js';
import type { LoginMethodName, LoginRefusal } from '../../../contract/loginState.records.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { limitKeyOf } from '../../configuration/limitKey.js';
import type { RequestNotes } from '../../http/note.js';
import type { RefusedLogin } from '../../limits/refusedLogins.js';
import type { Row, Tables } from '../../store/schema.js';
import type { CredentialKind } from '../../store/tables/credentials.js';
import type { Tools } from '../../tools.js';

export type Hashing = Pick<Tools, 'codePepper' | 'primitives'>;
/** The parent, and what limits count the contact by. */
type CountedContact = { readonly organizationId: string; readonly limitKey: string };

/** By which a contact is found again, in the log and among refusals, and nothing else. */
export const contactTrace = (tools: Hashing, { organizationId, limitKey }: CountedContact): Promise<string> =>
  trace(tools, `contact/${organizationId}/${limitKey}`);

/** By what the log's line about a login call names whom it was about. */
export type TraceNotes = Pick<RequestNotes, 'contact' | 'identity'>;

/** Keyed hashes of what a login call names somebody by: nothing where it is a code that is not known. */
export async function traceOf(
  tools: Hashing & Pick<Tools, 'store'>,
  organizationId: string,
  about: RefusedLogin['about'],
): Promise<TraceNotes> {
  const ofContact = async (otpType: OtpType, contact: string): Promise<TraceNotes> => ({
    contact: await contactTrace(tools, { organizationId, limitKey: limitKeyOf(otpType, contact) }),
  });
  switch (about.kind) {
    case 'contact':
      return ofContact(about.otpType, about.contact);
    case 'code': {
      const code = await tools.store.read((db) => codeNamed(db, organizationId, about.otpId));
      return code ? ofContact(code.otp_type as OtpType, code.contact) : {};
    }
    case 'origin':
      return {};
    case 'credential':
      return { identity: await trace(tools, `credential/${organizationId}/${about.lookupKey}`) };
  }
}

/** The same of everything that somebody logs in by with a call to the auth proxy. */
export async function tracesOf(
  tools: Hashing,
  holder: Holder,
): Promise<{ readonly method: LoginMethodName; readonly trace: string }[]> {
  const { organization_id, parent_id } = holder.organization;
  const subjects = subjectsOf(parent_id ?? organization_id, holder).filter(({ method }) => byCall.includes(method));
  return Promise.all(subjects.map(async ({ method, text }) => ({ method, trace: await trace(tools, text) })));
}

const byCall: readonly LoginMethodName[] = ['email', 'sms', 'oauth'];

const codeNamed = (db: Kysely<Tables>, organizationId: string, otpId: string) =>
  db
    .selectFrom('otp_codes')
    .select(['otp_type', 'contact', 'device'])
    .where('organization_id', '=', organizationId)
    .where('otp_id', '=', otpId)
    .executeTakeFirst();

async function trace({ codePepper, primitives }: Hashing, text: string): Promise<string> {
  return toHex((await primitives.hmacSha256(codePepper, utf8(text))).subarray(0, 16));
}

/** Somebody, and what they log in by. */
type Holder = {
  readonly organization: Pick<Row<'organizations'>, 'organization_id' | 'parent_id'>;
  readonly user: Pick<Row<'users'>, 'email' | 'phone_number'>;
  readonly credentials: readonly Pick<Row<'credentials'>, 'kind' | 'public_key' | 'lookup_key'>[];
  readonly nowMs: number;
};

/** The last refused logins of a person, newest first. */
export async function loginRefusalsOf(
  tools: Hashing & Pick<Tools, 'olderCodePeppers'>,
  db: Kysely<Tables>,
  holder: Holder,
): Promise<LoginRefusal[]> {
  const { organization_id, parent_id } = holder.organization;
  const organizationId = parent_id ?? organization_id;
  const methods = new Map<string, LoginMethodName>();
  for (const codePepper of [tools.codePepper, ...tools.olderCodePeppers])
    for (const { method, text } of subjectsOf(organizationId, holder))
      methods.set(await trace({ ...tools, codePepper }, text), method);
  const rows: Pick<Row<'login_refusals'>, 'subject' | 'counted' | 'refusals'>[] = [];
  for (const subject of methods.keys())
    rows.push(
      ...(await db
        .selectFrom('login_refusals')
        .select(['subject', 'counted', 'refusals'])
        .where('organization_id', '=', organizationId)
        .where('subject', '=', subject)
        .execute()),
    );
  return rows
    .flatMap(({ subject, counted, refusals }) =>
      read(refusals).map(([atMs, code, step]) => ({
        atMs,
        code,
        step,
        counted,
        method: methods.get(subject) ?? 'email',
      })),
    )
    .filter(({ atMs }) => atMs > holder.nowMs - keptMs)
    .sort((one, other) => other.atMs - one.atMs)
    .map(({ atMs, code, step, counted, method }) => ({
      method,
      code,
      step,
      by: counted === 'own' ? 'OWN_DEVICE' : 'STRANGER',
      at: timestampOf(atMs),
    }));
}

/** The subject of an organization's refused pages. It names nobody. */
const ofOrigins = 'origins';

/** The last pages of whatever origin that asked the organization's auth proxy and were refused, newest first. */
export async function refusedOriginsOf(
  db: Kysely<Tables>,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
): Promise<{ readonly origin: string; readonly atMs: number }[]> {
  const row = await db
    .selectFrom('login_refusals')
    .select('refusals')
    .where('organization_id', '=', organizationId)
    .where('subject', '=', ofOrigins)
    .where('counted', '=', 'origins')
    .executeTakeFirst();
  return read(row?.refusals ?? '[]')
    .map(([atMs, , , origin = '']) => ({ origin, atMs }))
    .filter(({ atMs }) => atMs > nowMs - keptMs);
}

function subjectsOf(
  organizationId: string,
  { user: { email, phone_number }, credentials }: Holder,
): { readonly method: LoginMethodName; readonly text: string }[] {
  const contact = (method: 'email' | 'sms', otpType: OtpType, value: string | null) =>
    value === null ? [] : [{ method, text: `contact/${organizationId}/${limitKeyOf(otpType, value)}` }];
  return [
    ...contact('email', 'OTP_TYPE_EMAIL', email),
    ...contact('sms', 'OTP_TYPE_SMS', phone_number),
    ...credentials.flatMap(({ kind, public_key, lookup_key }) => {
      const method = methodOf[kind];
      // While an identity waits for a key, its own name stands in the other column.
      const named = kind === 'OAUTH_PROVIDER' ? public_key : lookup_key;
      return method === undefined ? [] : [{ method, text: `credential/${organizationId}/${named}` }];
    }),
  ];
}

const methodOf: { readonly [Kind in CredentialKind]?: LoginMethodName } = {
  API_KEY: 'wallet',
  PASSKEY: 'passkey',
  OAUTH_PROVIDER: 'oauth',
};

/** Of each contact and credential, of own devices and of strangers each. */
const mostKept = 10;
const keptMs = 7 * 24 * 60 * 60_000;

type Kept = readonly [atMs: number, code: string, step: string, origin?: string];
const read = (refusals: string): Kept[] => JSON.parse(refusals) as Kept[];

/**
 * Writes refused logins down: of contacts and credentials that a sub-organization of the parent has, and of no others, so that nobody fills
 * the table with addresses they make up.
 */
export async function writeLoginRefusals(
  tools: Hashing & Pick<Tools, 'store'>,
  logins: readonly RefusedLogin[],
): Promise<void> {
  if (logins.length === 0) return;
  const known = await tools.store.read(async (db) => {
    const found: Known[] = [];
    for (const login of logins) {
      const place = await placeOf(db, login);
      if (place) found.push({ ...place, login });
    }
    return found;
  });
  const rows = new Map<string, { place: Place; refusals: Kept[] }>();
  for (const { login, text, ...rest } of known) {
    const subject = rest.counted === 'origins' ? ofOrigins : await trace(tools, text);
    const place = { organization_id: rest.organizationId, subject, counted: rest.counted };
    const key = `${place.organization_id} ${place.subject} ${place.counted}`;
    const row = rows.get(key) ?? { place, refusals: [] };
    const { about, atMs, code, step } = login;
    row.refusals.unshift(about.kind === 'origin' ? [atMs, code, step, about.origin] : [atMs, code, step]);
    rows.set(key, row);
  }
  if (rows.size === 0) return;
  await tools.store.transaction(async (db) => {
    for (const { place, refusals } of rows.values()) await addTo(db, place, refusals);
  });
}

type Place = Pick<Row<'login_refusals'>, 'organization_id' | 'subject' | 'counted'>;
type Found = { readonly organizationId: string; readonly text: string; readonly counted: Place['counted'] };
type Known = Found & { readonly login: RefusedLogin };

/** @param refusals - newest first */
async function addTo(db: Kysely<Tables>, place: Place, refusals: readonly Kept[]): Promise<void> {
  const { organization_id, subject, counted } = place;
  const before = await db
    .selectFrom('login_refusals')
    .select('refusals')
    .where('organization_id', '=', organization_id)
    .where('subject', '=', subject)
    .where('counted', '=', counted)
    .executeTakeFirst();
  const all = [...refusals, ...(before ? read(before.refusals) : [])].filter(isNewest).slice(0, mostKept);
  const changed = { refusals: JSON.stringify(all), expires_at_ms: (all[0]?.[0] ?? 0) + keptMs };
  await db
    .insertInto('login_refusals')
    .values({ ...place, ...changed })
    .onConflict((conflict) => conflict.columns(['organization_id', 'subject', 'counted']).doUpdateSet(changed))
    .execute();
}

/** Of one page the newest is kept. */
const isNewest = ([, , , origin]: Kept, index: number, all: readonly Kept[]): boolean =>
  origin === undefined || all.findIndex((other) => other[3] === origin) === index;

async function placeOf(
  db: Kysely<Tables>,
  { organizationId: named, about, by }: RefusedLogin,
): Promise<Found | undefined> {
  switch (about.kind) {
    case 'contact':
      return placeOfContact(db, named, about, by);
    case 'code': {
      const code = await codeNamed(db, named, about.otpId);
      if (!code) return undefined;
      const contact = { otpType: code.otp_type as OtpType, contact: code.contact };
      return placeOfContact(db, named, contact, code.device === null ? 'strangers' : 'own');
    }
    case 'origin':
      return { organizationId: named, text: ofOrigins, counted: 'origins' };
    case 'credential':
      return placeOfCredential(db, named, about.lookupKey, by);
  }
}

async function placeOfContact(
  db: Kysely<Tables>,
  organizationId: string,
  { otpType, contact }: { readonly otpType: OtpType; readonly contact: string },
  counted: Place['counted'],
): Promise<Found | undefined> {
  const holder = await db
    .selectFrom('users')
    .select('user_id')
    .where('parent_id', '=', organizationId)
    .where(otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'phone_number', '=', contact)
    .limit(1)
    .executeTakeFirst();
  return holder && { organizationId, text: `contact/${organizationId}/${limitKeyOf(otpType, contact)}`, counted };
}

async function placeOfCredential(
  db: Kysely<Tables>,
  named: string,
  lookupKey: string,
  counted: Place['counted'],
): Promise<Found | undefined> {
  const organization = await db
    .selectFrom('organizations')
    .select('parent_id')
    .where('organization_id', '=', named)
    .executeTakeFirst();
  if (!organization) return undefined;
  const organizationId = organization.parent_id ?? named;
  const held = (await credentialIn(db, named, lookupKey)) ?? (await credentialBelow(db, organizationId, lookupKey));
  if (!held || methodOf[held.kind] === undefined) return undefined;
  return { organizationId, text: `credential/${organizationId}/${lookupKey}`, counted };
}

const credentialIn = (db: Kysely<Tables>, organizationId: string, lookupKey: string) =>
  db
    .selectFrom('credentials')
    .select('kind')
    .where('organization_id', '=', organizationId)
    .where('lookup_key', '=', lookupKey)
    .executeTakeFirst();

/** Of those that lead to a sub-organization of the parent. */
const credentialBelow = (db: Kysely<Tables>, organizationId: string, lookupKey: string) =>
  db
    .selectFrom('credential_index')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.organization_id', '=', 'credential_index.organization_id')
        .onRef('credentials.lookup_key', '=', 'credential_index.lookup_key'),
    )
    .select('kind')
    .where('credential_index.parent_id', '=', organizationId)
    .where('credential_index.lookup_key', '=', lookupKey)
    .limit(1)
    .executeTakeFirst();
