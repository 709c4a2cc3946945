import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';

type Account = Pick<Session, 'organizationId' | 'userId'>;

/**
 * What this device's passkeys know an account by, where this device has seen it: at their making, or when one of them answered. It
 * is no secret, and stands at `latchkey.passkeys.<organization>.<user>`.
 */
export function userHandleKept(client: Client, account: Account): string | undefined {
  try {
    return (client.settings.storage ?? localStorage).getItem(entryOf(account)) ?? undefined;
  } catch {
    return undefined; // a storage may be missing, or throw on every call
  }
}

export function keepUserHandle(client: Client, account: Account, userHandle: string | undefined): void {
  if (userHandle === undefined) return;
  try {
    (client.settings.storage ?? localStorage).setItem(entryOf(account), userHandle);
  } catch {
    // Then this device hears less of what is removed elsewhere.
  }
}

const entryOf = ({ organizationId, userId }: Account): string => `latchkey.passkeys.${organizationId}.${userId}`;
