import { type ActivityRow, type ActivityStatus, activityRows } from 'latchkey/contract';

/** Which activities are shown, as the address has it. */
export type Filter = {
  readonly status: StatusName | undefined;
  /** As policies name it: `CREATE_POLICY`. */
  readonly kind: string | undefined;
  /** The id of the user who asked for it. */
  readonly by: string | undefined;
  readonly time: TimeName | undefined;
  /** The first and the last day, of `time=days`: `2026-11-30`. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly fingerprint: string | undefined;
  /** A sub-organization, instead of the organization. */
  readonly organization: string | undefined;
};

export type StatusName = keyof typeof statuses;

/** The states that can be asked for, by their names in the address. */
export const statuses = {
  completed: { words: 'Completed', status: 'ACTIVITY_STATUS_COMPLETED' },
  failed: { words: 'Failed', status: 'ACTIVITY_STATUS_FAILED' },
  waiting: { words: 'Waiting', status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' },
  rejected: { words: 'Rejected', status: 'ACTIVITY_STATUS_REJECTED' },
} as const satisfies Record<string, { readonly words: string; readonly status: ActivityStatus }>;

const rows = Object.values<ActivityRow>(activityRows);

/** The kinds that can be asked for, each with the types of all its versions. */
export const kinds: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(({ activityKind, versions }) => [activityKind, Object.values(versions).map(({ type }) => type)]),
);

export type TimeName = keyof typeof times;

const hourMs = 3_600_000;

/** The times that can be asked for, by their names in the address, and how long they are. */
export const times = {
  hour: { words: 'in the last hour', ms: hourMs },
  day: { words: 'in the last 24 hours', ms: 24 * hourMs },
  week: { words: 'in the last 7 days', ms: 7 * 24 * hourMs },
  month: { words: 'in the last 30 days', ms: 30 * 24 * hourMs },
  days: { words: 'on certain days', ms: 0 },
} as const;

/** Nothing is left out. */
export const everything: Filter = {
  status: undefined,
  kind: undefined,
  by: undefined,
  time: undefined,
  from: undefined,
  to: undefined,
  fingerprint: undefined,
  organization: undefined,
};

/** What an address asks for. What it cannot ask for is left out. */
export function filterOf(search: URLSearchParams): Filter {
  const get = (name: keyof Filter, isRight: (text: string) => boolean): string | undefined => {
    const text = search.get(name);
    return text !== null && isRight(text) ? text : undefined;
  };
  return {
    status: get('status', isIn(statuses)) as StatusName | undefined,
    kind: get('kind', (name) => kinds.has(name)),
    by: get('by', isId),
    time: get('time', isIn(times)) as TimeName | undefined,
    from: get('from', isDay),
    to: get('to', isDay),
    fingerprint: get('fingerprint', isFingerprint),
    organization: get('organization', () => true),
  };
}

const isIn = (names: object) => (name: string) => Object.hasOwn(names, name);
export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
export const isFingerprint = (text: string): boolean => /^sha256:[\da-f]{64}$/.test(text);
/** A day that there is: no 30th of February. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The same as an address has it: with its `?`, or empty. */
export function searchOf(filter: Filter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? '' : `?${search}`;
}

/**
 * Between which ids the activities of that time are: an id begins with the milliseconds at which it was made. `after` is the end, since
 * the list goes back in time.
 */
export function idsOfTime({ time, from, to }: Filter, now: number): { after?: string; before?: string } {
  if (time === undefined) return {};
  if (time !== 'days') return { before: idAt(now - times[time].ms), after: idAt(latest) };
  if (from === undefined && to === undefined) return {};
  return {
    ...(from !== undefined && { before: idAt(midnight(from)) }),
    after: idAt(to === undefined ? latest : midnight(to, 1)),
  };
}

/** In milliseconds since 1970: the most that an id holds. */
const latest = 2 ** 48 - 1;

/** Where the day begins here, or one that many days later. */
function midnight(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Math.min(latest, Math.max(0, new Date(year, month - 1, date + later).getTime()));
}

/** The least id that is made from a moment on. @see RFC 9562, 5.7 */
function idAt(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
