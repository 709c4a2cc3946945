import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';

type Account = Pick<Session, 'organizationId' | 'userId'>;

/** Whether the offer was declined on this device within the last 30 days. */
export function isOfferDeclined(client: Client, account: Account): boolean {
  try {
    const declinedAtMs = Number((client.settings.storage ?? localStorage).getItem(entryOf(account)) ?? -Infinity);
    return client.clock.onDevice() - declinedAtMs < 30 * 24 * 60 * 60_000;
  } catch {
    return false; // storage may be missing, or throw on every call
  }
}

/** Records at `latchkey.passkeyOffers.<organization>.<user>` that the offer was declined. */
export function declineOffer(client: Client, account: Account): void {
  try {
    (client.settings.storage ?? localStorage).setItem(entryOf(account), String(client.clock.onDevice()));
  } catch {
    // Then it is offered again after the next login.
  }
}

const entryOf = ({ organizationId, userId }: Account): string => `latchkey.passkeyOffers.${organizationId}.${userId}`;
