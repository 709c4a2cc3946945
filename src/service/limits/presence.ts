import type { ShareHolder, ShareHolders } from './shares.js';

/** A holder with what it has used and what it does now. */
export type Entry = {
  readonly key: string;
  readonly holder: ShareHolder;
  running: number;
  /** Running and waiting. */
  present: number;
  /** What it has used, of which its share is forgiven every second; as of `atMs`. */
  usedMs: number;
  atMs: number;
  /** What its requests cost lately. */
  meanMs: number;
};

/** Who is there, what they do, and what they have used. */
export type Presence = {
  readonly enter: (holders: ShareHolders) => readonly Entry[];
  readonly leave: (entries: readonly Entry[]) => void;
  readonly run: (entries: readonly Entry[]) => void;
  readonly stop: (entries: readonly Entry[], costMs: number) => void;
  readonly charge: (entries: readonly Entry[], ms: number) => void;
  /** Whether each is within its share, or has its group for itself. */
  readonly mayRun: (entries: readonly Entry[]) => boolean;
  /** What has been used of the share that is used most. */
  readonly usedShare: (entries: readonly Entry[]) => number;
  /** Until all are within what their shares say of the event loop. */
  readonly untilFreeMs: (entries: readonly Entry[]) => number;
};

export function createPresence(now: () => number): Presence {
  const all = new Map<string, Entry>();
  /** How many are present in a group. */
  const groups = new Map<string, number>();

  const usedNow = (entry: Entry): number => {
    if (entry.holder.share.ms === Number.POSITIVE_INFINITY) return 0;
    const nowMs = now();
    entry.usedMs = Math.max(0, entry.usedMs - ((nowMs - entry.atMs) / 1000) * entry.holder.share.ms);
    entry.atMs = nowMs;
    return entry.usedMs;
  };
  const open = (holder: ShareHolder): Entry => {
    const key = `${holder.group} ${holder.name}`;
    const known = all.get(key);
    const entry = known ?? { key, holder, running: 0, present: 0, usedMs: 0, atMs: now(), meanMs: 1 };
    // In the order in which they were last here, so that the one longest away is forgotten first.
    if (known && all.size > mostRemembered / 2) all.delete(key);
    all.set(key, entry);
    if (all.size > mostRemembered) forgetOne(all);
    return entry;
  };
  const isWithin = (entry: Entry): boolean =>
    entry.running < entry.holder.share.running && usedNow(entry) < entry.holder.share.ms;
  /** Alone, it may run as many as are soon done with: as long as they take, one who comes may have to wait. */
  const isAlone = ({ holder, present, running, meanMs }: Entry): boolean =>
    groups.get(holder.group) === present && running < Math.max(holder.share.running, aheadMs / meanMs);

  return {
    enter(holders) {
      const entries = holders.map(open);
      for (const entry of entries) {
        entry.present += 1;
        groups.set(entry.holder.group, (groups.get(entry.holder.group) ?? 0) + 1);
      }
      return entries;
    },
    leave(entries) {
      for (const entry of entries) {
        entry.present -= 1;
        const others = (groups.get(entry.holder.group) ?? 0) - 1;
        if (others > 0) groups.set(entry.holder.group, others);
        else groups.delete(entry.holder.group);
      }
    },
    run(entries) {
      for (const entry of entries) entry.running += 1;
    },
    stop(entries, costMs) {
      for (const entry of entries) {
        entry.running -= 1;
        entry.meanMs += (costMs - entry.meanMs) / 8;
      }
    },
    charge(entries, ms) {
      // What was used long ago, while nobody else was there, is held against nobody: two seconds' share at most.
      for (const entry of entries) entry.usedMs = Math.min(usedNow(entry) + ms, 2 * entry.holder.share.ms);
    },
    mayRun: (entries) => entries.every((entry) => isWithin(entry) || isAlone(entry)),
    usedShare: (entries) => Math.max(0, ...entries.map((entry) => usedNow(entry) / entry.holder.share.ms)),
    untilFreeMs: (entries) =>
      Math.max(0, ...entries.map((entry) => (usedNow(entry) / entry.holder.share.ms - 1) * 1000)),
  };
}

/** Work that one who is alone may have begun before others come. */
const aheadMs = 16;

/** Holders in memory, some 10 MB. */
const mostRemembered = 50_000;

function forgetOne(all: Map<string, Entry>): void {
  for (const [key, { present }] of all) {
    if (present > 0) continue;
    all.delete(key);
    return;
  }
}
