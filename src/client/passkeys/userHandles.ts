import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';

type Account = Pick<Session, 'organizationId' | 'userId'>;

/**
 * The user handle of an account in this device's passkeys, if this device has seen it: at their creation, or when one of them answered. It
 * is not secret, and stored at `latchkey.passkeys.<organization>.<user>`.
 */
export function userHandleKept(client: Client, account: Account): string | undefined {
  try {
    return (client.settings.storage ?? localStorage).getItem(entryOf(account)) ?? undefined;
  } catch {
    return undefined; // storage may be missing, or throw on every call
  }
}

export function keepUserHandle(client: Client, account: Account, userHandle: string | undefined): void {
  if (userHandle === undefined) return;
  try {
    (client.settings.storage ?? localStorage).setItem(entryOf(account), userHandle);
  } catch {
    // Then this device learns less of passkeys that are removed elsewhere.
  }
}

const entryOf = ({ organizationId, userId }: Account): string => `latchkey.passkeys.${organizationId}.${userId}`;
