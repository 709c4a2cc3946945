import type { OtpChannel } from './methods.js';
import type { Contact } from './otpMachine.js';
import { type Country, toE164 } from './phone.js';
import { groupDigits } from './phoneGroups.js';

/** The typed contact, or `undefined` if it cannot be one. The service makes the final decision. */
export function contactIn(channel: OtpChannel, typed: string, country?: Country): Contact | undefined {
  if (channel === 'email') {
    const address = bareAddress(typed);
    return /^\S+@\S+$/.test(address) ? { channel, address, shown: address } : undefined;
  }
  const address = toE164({ country, typed });
  if (address === undefined) return undefined;
  const isInternational = /^(\+|00)/.test(typed.trim()) && !address.startsWith(`+${country?.dial}`);
  if (country === undefined || isInternational) return { channel, address, shown: address };
  const { dial } = country;
  return { channel, address, shown: `+${dial} ${groupDigits(address.slice(1 + dial.length), dial)}` };
}

/** The address in text copied from mail: `Ada <ada@example.com>`, `mailto:ada@example.com?subject=Hello`. */
function bareAddress(typed: string): string {
  const inBrackets = /<([^<>]*)>/.exec(typed)?.[1] ?? typed;
  return inBrackets
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .trim();
}
