import type { Tables } from '../../../src/service/store/schema.js';
import type { Dialect } from './dialect.js';
import type { Template } from './template.js';

/** Which row is copied, once for each number `i`, and which columns differ in each copy. */
export type Copy = {
  readonly table: keyof Tables;
  readonly where: string;
  readonly set: Readonly<Record<string, string>>;
};

/**
 * The rows that one more person adds to each table, who signed up, logged in today and signed once. Ids are spread evenly, as random ones
 * are; those of activities are in the order of time.
 */
export function copiesOf(template: Template, { hex }: Dialect, count: number, nowMs: number): readonly Copy[] {
  const { parentId, organizationId, contact, signupActivityId, signActivityId, parentWalletId } = template;
  const stride = strideOf(count);
  const id = `${hex(`i * ${stride}`, 8)} || '-0000-4000-8000-' || ${hex('i', 12)}`;
  const ms = `(${nowMs - everyMs * count} + i * ${everyMs})`;
  const timedId = `${hex(`${ms} >> 16`, 8)} || '-' || ${hex(`${ms} & 65535`, 4)} || '-7000-8000-' || ${hex('i', 12)}`;
  const email = `'person-' || ${hex('i', 8)} || '@example.com'`;
  const hash = `'sha256:' || ${hex(`i * ${stride}`, 8)} || ${hex('i', 56)}`;
  const publicKey = `'02' || ${hex(`i * ${stride}`, 8)} || ${hex('i', 56)}`;
  const address = `'0x' || ${hex(`i * ${stride}`, 8)} || ${hex('i', 32)}`;
  const ofPerson = `organization_id = '${organizationId}'`;
  const ofParent = `organization_id = '${parentId}'`;
  const firstKey = "credential_name = 'Key'";
  const place = { organization_id: id };
  const ethereum = "curve = 'CURVE_SECP256K1'";
  const activity = { activity_id: timedId, fingerprint: hash, created_at_ms: ms };
  return [
    { table: 'organizations', where: ofPerson, set: { ...place, name: `'sub-org-' || i`, requester: hex('i', 32) } },
    { table: 'users', where: ofPerson, set: { ...place, user_id: id, user_name: email, email } },
    {
      table: 'credentials',
      where: `${ofPerson} and ${firstKey}`,
      set: { ...place, credential_id: id, user_id: id, lookup_key: publicKey, public_key: publicKey },
    },
    {
      table: 'credential_index',
      where: `${ofPerson} and lookup_key in (select lookup_key from credentials where ${ofPerson} and ${firstKey})`,
      set: { ...place, user_id: id, lookup_key: publicKey },
    },
    { table: 'contacts', where: ofPerson, set: { ...place, user_id: id, contact: email } },
    { table: 'wallets', where: ofPerson, set: { ...place, wallet_id: id } },
    {
      table: 'wallet_accounts',
      where: `${ofPerson} and ${ethereum}`,
      set: { ...place, wallet_id: id, wallet_account_id: id, address },
    },
    {
      table: 'wallet_accounts',
      where: `${ofParent} and wallet_id = '${parentWalletId}' and ${ethereum}`,
      set: {
        wallet_account_id: timedId,
        ordinal: '100 + i',
        address,
        path: `'m/44''/60''/0''/0/' || i`,
        created_at_ms: ms,
      },
    },
    { table: 'activities', where: `${ofPerson} and activity_id = '${signActivityId}'`, set: { ...place, ...activity } },
    { table: 'activities', where: `${ofParent} and activity_id = '${signupActivityId}'`, set: activity },
    {
      table: 'otp_codes',
      where: `contact = '${contact}'`,
      set: { otp_id: id, contact: email, limit_key: email, requester: hex('i', 32) },
    },
    { table: 'verification_tokens', where: `contact = '${contact}'`, set: { token_id: id, contact: email } },
  ];
}

/** The id of a person by number, and of everything that exists once for each person. */
export const idOf = (count: number, i: number): string =>
  `${hexOf(i * strideOf(count), 8)}-0000-4000-8000-${hexOf(i, 12)}`;

/** The id of what was created when that person signed up. */
export function timedIdOf(count: number, nowMs: number, i: number): string {
  const ms = hexOf(nowMs - everyMs * count + i * everyMs, 12);
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${hexOf(i, 12)}`;
}

export const contactOf = (i: number): string => `person-${hexOf(i, 8)}@example.com`;

/** The time between two sign-ups. The last one is now. */
const everyMs = 50;

const strideOf = (count: number): number => Math.floor(2 ** 32 / (count + 1));
const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
