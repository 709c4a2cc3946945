import type { Contact } from './otpMachine.js';

/** The typed e-mail address, or `undefined` if it cannot be one. */
export function emailIn(typed: string): Contact | undefined {
  const address = bareAddress(typed);
  return /^\S+@\S+$/.test(address) ? { channel: 'email', address, shown: address } : undefined;
}

/** The address in text copied from mail: `Ada <ada@example.com>`, `mailto:ada@example.com?subject=Hello`. */
function bareAddress(typed: string): string {
  const inBrackets = /<([^<>]*)>/.exec(typed)?.[1] ?? typed;
  return inBrackets
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .trim();
}
