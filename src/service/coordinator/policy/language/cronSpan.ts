import type { CronSpan } from './syntax.js';
import { isZone, momentOf, wallClockAt } from './timeZone.js';

/** What is wrong with a CronSpan, by the number of its argument. */
export type CronFault = { readonly argument: 0 | 1 | 2; readonly expected: string };

/**
 * Reads `CronSpan('m h dom mon dow', '8h', 'Area/City')`.
 *
 * @see docs/wire.md 7.2
 */
export function readCronSpan(fields: string, duration: string, timeZone: string): CronSpan | CronFault {
  const durationMs = readDuration(duration);
  if (durationMs === undefined)
    return {
      argument: 1,
      expected: "a duration in whole minutes, hours or days is expected, like '8h', of at most 7 days",
    };
  if (!isZone(timeZone)) return { argument: 2, expected: "a time zone is expected, like 'Europe/Berlin'" };
  const parts = fields.split(' ').filter((part) => part !== '');
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = ranges.map(([least, most], index) =>
    readField(parts[index] ?? '', least, most),
  );
  if (parts.length !== ranges.length || !minutes || !hours || !daysOfMonth || !months || !daysOfWeek)
    return {
      argument: 0,
      expected: 'five fields of numbers, ranges, lists or * are expected: minute hour day month weekday',
    };
  return {
    minutes,
    hours,
    daysOfMonth: parts[2] === '*' ? undefined : daysOfMonth,
    months,
    daysOfWeek: parts[4] === '*' ? undefined : daysOfWeek,
    durationMs,
    timeZone,
  };
}

/** Whether it is open at a moment, from the start (inclusive) to the end (exclusive), by the last opening before the moment. */
export function isOpen(span: CronSpan, nowMs: number): boolean {
  const openedMs = lastOpening(span, nowMs);
  return openedMs !== undefined && nowMs < openedMs + span.durationMs;
}

/** No opening before these days matters: they are the longest duration, and a day for the clocks of the zone. */
const daysBack = 8;
const dayMs = 24 * 60 * 60_000;

function lastOpening(span: CronSpan, nowMs: number): number | undefined {
  const wallMs = wallClockAt(span.timeZone, nowMs);
  const today = Math.floor(wallMs / dayMs) * dayMs;
  const before = wallMs + setBackBefore(span.timeZone, nowMs);
  // Where clocks are set forward, a time of the next day's first hour may be this day's.
  for (let day = today + dayMs; day >= today - daysBack * dayMs; day -= dayMs) {
    if (!opensOn(span, new Date(day))) continue;
    // Clocks that were set back show a time again: what they show is not the last time there was.
    for (const minute of minutesBefore(span, (before - day) / 60_000)) {
      const openedMs = momentOf(span.timeZone, day + minute * 60_000);
      if (openedMs <= nowMs) return openedMs;
    }
  }
  return undefined;
}

/** By how much the clocks of a zone have been set back lately: what they showed before is ahead of what they show now. */
function setBackBefore(timeZone: string, nowMs: number): number {
  const earlierMs = nowMs - longestShiftMs;
  return Math.max(0, wallClockAt(timeZone, earlierMs) - earlierMs - (wallClockAt(timeZone, nowMs) - nowMs));
}

/** More than any zone's clocks are set back at once. */
const longestShiftMs = 180 * 60_000;

/** The minutes of a day at which it opens, the last first, of those before a minute. */
function* minutesBefore({ hours, minutes }: CronSpan, before: number): Generator<number> {
  for (let hour = 23; hour >= 0; hour -= 1) {
    if (!hours.has(hour) || hour * 60 > before) continue;
    for (let minute = 59; minute >= 0; minute -= 1) {
      if (minutes.has(minute) && hour * 60 + minute <= before) yield hour * 60 + minute;
    }
  }
}

function opensOn({ months, daysOfMonth, daysOfWeek }: CronSpan, day: Date): boolean {
  if (!months.has(day.getUTCMonth() + 1)) return false;
  if (!daysOfMonth && !daysOfWeek) return true;
  return daysOfMonth?.has(day.getUTCDate()) === true || daysOfWeek?.has(day.getUTCDay()) === true;
}

const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

function readField(field: string, least: number, most: number): ReadonlySet<number> | undefined {
  const named = new Set<number>();
  for (const part of field === '*' ? [`${least}-${most}`] : field.split(',')) {
    const found = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part);
    if (!found) return undefined;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (from < least || to > most || from > to) return undefined;
    for (let value = from; value <= to; value += 1) named.add(value);
  }
  return named;
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 60 * 60_000, d: dayMs };

function readDuration(text: string): number | undefined {
  const found = /^([1-9]\d{0,4})([mhd])$/.exec(text);
  const durationMs = Number(found?.[1]) * (unitMs[found?.[2] ?? ''] ?? 0);
  return found && durationMs <= 7 * dayMs ? durationMs : undefined;
}
