import { holdsEncodedWord } from './encodedWord.js';
import { readUrl } from './readUrl.js';
import { refusedContact } from './refusals.js';

/** How a contact is reached. @see docs/wire.md 1.3 */
export type OtpType = 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS';

/** How filters and tables name the kind of a contact. */
export type ContactKind = 'EMAIL' | 'PHONE_NUMBER';

/** The kind of contact that codes of an {@link OtpType} go to. */
export const contactKindOf = (otpType: string): ContactKind =>
  otpType === 'OTP_TYPE_EMAIL' ? 'EMAIL' : 'PHONE_NUMBER';

/** The maximum number of characters of a typed contact. */
export const longestContact = 320;

/**
 * The canonical form of a contact, which every comparison, key, limit, token and message uses.
 *
 * E-mail: trimmed, exactly one address, ASCII local part in lower case, domain as lower-case A-labels, at most 254 bytes; dots and plus
 * tags are kept. Phone: E.164 in ASCII digits.
 *
 * @throws {RefusedError} CONTACT_INVALID
 */
export function canonicalContact(otpType: OtpType, contact: string): string {
  return otpType === 'OTP_TYPE_EMAIL' ? canonicalEmail(contact) : canonicalPhone(contact);
}

/** @throws {RefusedError} CONTACT_INVALID */
export function canonicalEmail(typed: string): string {
  if (typed.length > longestContact) throw refusedContact();
  const [, local, domain] = addressForm.exec(typed.trim()) ?? [];
  if (local === undefined || domain === undefined || local.length > 64) throw refusedContact();
  // An encoded word: a mail program may read another address in it. @see RFC 2047, 5
  if (holdsEncodedWord(local)) throw refusedContact();
  const email = `${local.toLowerCase()}@${toALabels(domain)}`;
  if (email.length > 254) throw refusedContact();
  return email;
}

/** @throws {RefusedError} CONTACT_INVALID */
export function canonicalPhone(typed: string): string {
  if (typed.length > longestContact) throw refusedContact();
  const phone = typed.trim();
  if (!/^\+[1-9][0-9]{6,14}$/.test(phone)) throw refusedContact();
  return phone;
}

/** A dot-atom of RFC 5322, one @, and a domain whose ASCII part has only letters, digits, dots and hyphens. */
const addressForm =
  /^([A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*)@((?:[A-Za-z0-9.-]|[^\p{ASCII}\s\p{C}])+)$/u;

/** Labels of letters, digits and inner hyphens, at least two, the last one not a number. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The platform's own URL parser does UTS #46, the same in browsers and Node. */
function toALabels(domain: string): string {
  const url = readUrl(`http://${domain}`);
  if (!url || !hostForm.test(url.hostname)) throw refusedContact();
  return url.hostname;
}
