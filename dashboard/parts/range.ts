/** A span of time that is looked at, by its name in the address. */
export const ranges = {
  day: { words: 'Last 24 hours', resolution: 'HOUR', of: 'Hour', back: 23 },
  week: { words: '7 days', resolution: 'DAY', of: 'Day', back: 6 },
  month: { words: '30 days', resolution: 'DAY', of: 'Day', back: 29 },
} as const;
export type RangeName = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as RangeName[];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Its first moment: of an hour, or of a day here. */
export function beginningOf(name: RangeName, now: Date): number {
  const { resolution, back } = ranges[name];
  if (resolution === 'HOUR') return Math.floor(now.getTime() / hourMs) * hourMs - back * hourMs;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).getTime();
}

/** Until when it is asked for: as long as the hour lasts, the same question is asked. */
export const endOfHour = (now: Date): number => (Math.floor(now.getTime() / hourMs) + 1) * hourMs - 1;

/** The beginnings of its hours or days, as the service counts them: days of 24 hours each. */
export function momentsOf(name: RangeName, now: Date): readonly number[] {
  const { resolution } = ranges[name];
  const lengthMs = resolution === 'HOUR' ? hourMs : dayMs;
  const fromMs = beginningOf(name, now);
  return Array.from(
    { length: Math.ceil((now.getTime() + 1 - fromMs) / lengthMs) },
    (_, index) => fromMs + index * lengthMs,
  );
}

/** What one of them is called. */
export const momentName = (name: RangeName, atMs: number): string =>
  ranges[name].resolution === 'HOUR'
    ? new Date(atMs).toLocaleString([], { weekday: 'short', hour: 'numeric', minute: '2-digit' })
    : // Twelve hours on: where clocks change, a day of 24 hours begins beside midnight.
      new Date(atMs + dayMs / 2).toLocaleDateString([], { weekday: 'short', day: 'numeric', month: 'short' });
