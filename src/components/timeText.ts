/** Time that is left, in minutes and seconds and a language's own digits: 272,500 ms is `4:33`. Never less than `0:00`. */
export function formatCountdown(leftMs: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${new Intl.NumberFormat(locale).format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
}

/** How long to wait, rounded up to what a person would say: `in 40 seconds`, `in 9 minutes`, `in 2 hours`. */
export function formatWait(waitMs: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const format = new Intl.RelativeTimeFormat(locale);
  if (seconds < 60) return format.format(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}
