import type { OtpType } from '../../contract/contact.js';
import { callingCodeOf } from './callingCode.js';

/**
 * The key by which rate limits count a contact, so that other spellings of one mailbox or phone do not evade them. It is coarser than the
 * contact, and never used to identify a person or to send a message.
 *
 * E-mail: the local part to its first `+`; at Gmail, whose two domains are one, without dots. Phone: without zeros after the calling code,
 * which some networks take for a trunk prefix.
 *
 * @param contact - in its canonical form.
 */
export function limitKeyOf(otpType: OtpType, contact: string): string {
  return otpType === 'OTP_TYPE_EMAIL' ? mailboxOf(contact) : telephoneOf(contact);
}

function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const [mailbox = ''] = email.slice(0, at).split('+', 1);
  return gmail.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** @see https://support.google.com/mail/answer/7436150 and /10313 */
const gmail: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

function telephoneOf(phone: string): string {
  const callingCode = callingCodeOf(phone);
  if (callingCode === undefined) return phone;
  return `+${callingCode}${phone.slice(1 + callingCode.length).replace(/^0+/, '')}`;
}
