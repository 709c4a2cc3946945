import { type RefusalCode, type RefusedError, refused } from '../../../contract/refusals.js';

/** A row of which each change has a time of its own, its revision. */
type Timed = { readonly updated_at_ms: number };
/** `member_revisions`, JSON: of each member that was changed, the revision of its last change. */
type Revised = Timed & { readonly member_revisions: string };
type Revisions = Readonly<Record<string, number>>;

export const revisionOf = ({ updated_at_ms }: Timed): string => String(updated_at_ms);

/** When a row is changed: no two changes are of one time, even if the clock is set back. */
export const laterTime = ({ updated_at_ms }: Timed, nowMs: number): number => Math.max(nowMs, updated_at_ms + 1);

/**
 * Of the members that a change gives, those that were changed since the revision that it was made from. After one that the row never had,
 * as where a backup was restored, nothing is known: then they are all.
 */
export function changedSince(row: Revised, given: readonly string[], expected: string | undefined): readonly string[] {
  if (expected === undefined) return [];
  if (Number(expected) > row.updated_at_ms) return given;
  const revisions = JSON.parse(row.member_revisions) as Revisions;
  return given.filter((name) => (revisions[name] ?? 0) > Number(expected));
}

/** The columns that a change of these members sets. */
export function withRevisions(row: Revised, changed: readonly string[], nowMs: number): Revised {
  const updated_at_ms = laterTime(row, nowMs);
  const revisions: Revisions = {
    ...(JSON.parse(row.member_revisions) as Revisions),
    ...Object.fromEntries(changed.map((name) => [name, updated_at_ms])),
  };
  return { updated_at_ms, member_revisions: JSON.stringify(revisions) };
}

/** @param now - what the row says now, by the names of its members; of a secret nothing. */
export const refusedAsChanged = (
  code: RefusalCode,
  row: Timed,
  now: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): RefusedError =>
  refused(code, {
    about: changed.join(', '),
    fieldViolations: [
      ...changed.map((field) => ({ field, description: shown(now[field]) })),
      { field: 'revision', description: revisionOf(row) },
    ],
  });

/** The first 1,024 characters: a query answers the rest. */
const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return text.length > 1024 ? `${text.slice(0, 1023)}…` : text;
};
