import { formatWait } from './timeText.js';

/** The time until a session ends, in days where there are two or more of them: `in 40 minutes`, `in 7 days`. */
export function formatEnd(leftMs: number, locale: string): string {
  const days = Math.round(leftMs / dayMs);
  return leftMs < 2 * dayMs ? formatWait(leftMs, locale) : new Intl.RelativeTimeFormat(locale).format(days, 'day');
}

const dayMs = 86_400_000;
