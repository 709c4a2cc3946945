import type { Contact, Method } from './otpMachine.js';
import { type Country, toE164 } from './phone.js';

/** The contact that was typed, or `undefined` where it cannot be one. The service has the last word on what is an address. */
export function contactIn(method: Method, typed: string, country: Country | undefined): Contact | undefined {
  const shown = typed.trim();
  if (method === 'email') return /^\S+@\S+$/.test(shown) ? { method, address: shown, shown } : undefined;
  const address = toE164({ country, typed });
  if (address === undefined) return undefined;
  return { method, address, shown: country && !/^(\+|00)/.test(shown) ? `+${country.dial} ${shown}` : address };
}
