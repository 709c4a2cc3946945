import { emailIn } from './emailText.js';
import type { OtpChannel } from './methods.js';
import type { Contact } from './otpMachine.js';
import { type Country, toE164 } from './phone.js';
import { groupDigits } from './phoneGroups.js';

/** The typed contact, or `undefined` if it cannot be one. The service makes the final decision. */
export function contactIn(channel: OtpChannel, typed: string, country?: Country): Contact | undefined {
  if (channel === 'email') return emailIn(typed);
  const address = toE164({ country, typed });
  if (address === undefined) return undefined;
  const isInternational = /^(\+|00)/.test(typed.trim()) && !address.startsWith(`+${country?.dial}`);
  if (country === undefined || isInternational) return { channel, address, shown: address };
  const { dial } = country;
  return { channel, address, shown: `+${dial} ${groupDigits(address.slice(1 + dial.length), dial)}` };
}
