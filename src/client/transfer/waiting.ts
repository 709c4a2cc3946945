import type { Session } from '../../sessions/session.js';
import type { SessionStorage } from '../../sessions/sessionRecords.js';
import type { Client } from '../createClient.js';

/** A waiting activity, and the request that created it: the same bytes again return its outcome. */
export type WaitingActivity = { readonly activityId: string; readonly request: WaitingRequest };

/** `timestampMs`: when it was sent, in milliseconds since 1970. */
type WaitingRequest = { readonly timestampMs?: string | undefined };

/** The activities of a client that wait for votes, by purpose. They survive a reload, and contain no secrets. */
export type Waiting = {
  get(what: string): WaitingActivity | undefined;
  set(what: string, activity: WaitingActivity): void;
  delete(what: string): void;
};

/** A result is kept for seven days, after up to a day of voting. */
export const longestWaitMs = 9 * 86_400_000;

/** Stored beside the sessions, or in memory if storage is unavailable. Entries that waited too long are dropped. */
export function waitingOf({ settings, clock }: Client): Waiting {
  const { sessionName, authProxyConfigId, storage } = settings;
  const entry = (what: string) => `${prefix}${sessionName ?? authProxyConfigId}.${what}`;
  const disk = () => {
    const kept = storage ?? localStorage;
    dropOld(kept, clock.onDevice() - longestWaitMs);
    return kept;
  };
  return {
    get(what) {
      try {
        const text = memory.get(entry(what)) ?? disk().getItem(entry(what));
        return text ? JSON.parse(text) : undefined;
      } catch {
        return undefined;
      }
    },
    set(what, activity) {
      const text = JSON.stringify(activity);
      try {
        disk().setItem(entry(what), text);
      } catch {
        memory.set(entry(what), text);
      }
    },
    delete(what) {
      memory.delete(entry(what));
      try {
        disk().removeItem(entry(what));
      } catch {
        // nothing was stored
      }
    },
  };
}

/** The activity that an export of this device waits for; `undefined` if there is none. */
export function waitingExport(client: Client, { userId }: Session, of: ExportedThing): string | undefined {
  return waitingOf(client).get(exportOf(of, userId))?.activityId;
}

/** The thing to export. */
export type ExportedThing = {
  readonly walletId?: string | undefined;
  readonly address?: string | undefined;
  readonly privateKeyId?: string | undefined;
};

/** The name of a thing's waiting export. */
export function exportOf({ walletId, address, privateKeyId }: ExportedThing, userId: string): string {
  if (walletId !== undefined) return `export.wallet.${walletId}.${userId}`;
  return address === undefined ? `export.key.${privateKeyId}.${userId}` : `export.account.${address}.${userId}`;
}

const prefix = 'latchkey.waiting.';

/** Drops old entries of every person, since they may never come back, and entries that cannot be parsed. */
function dropOld(storage: SessionStorage, sinceMs: number): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const name of names.filter((each) => each.startsWith(prefix)))
    if (!(sentAtMs(storage.getItem(name)) > sinceMs)) storage.removeItem(name);
}

function sentAtMs(text: string | null): number {
  try {
    const { request }: Partial<WaitingActivity> = JSON.parse(text ?? '{}');
    return Number(request?.timestampMs);
  } catch {
    return Number.NaN;
  }
}

const memory = new Map<string, string>();
