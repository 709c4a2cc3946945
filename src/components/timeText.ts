/** The remaining time as minutes and seconds, with a language's own digits: 272,500 ms is `4:33`. At least `0:00`. */
export function formatCountdown(leftMs: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${new Intl.NumberFormat(locale).format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
}

/** A waiting time, rounded up to a natural unit: `in 40 seconds`, `in 9 minutes`, `in 2 hours`. */
export function formatWait(waitMs: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const format = new Intl.RelativeTimeFormat(locale);
  if (seconds < 60) return format.format(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour');
}

/** The time until a session ends, in days where there are two or more of them: `in 40 minutes`, `in 7 days`. */
export function formatEnd(leftMs: number, locale: string): string {
  const days = Math.round(leftMs / dayMs);
  return leftMs < 2 * dayMs ? formatWait(leftMs, locale) : new Intl.RelativeTimeFormat(locale).format(days, 'day');
}

const dayMs = 86_400_000;

/** A past time in a natural unit: `now`, `4 minutes ago`, `2 days ago`. */
export function formatAgo(agoMs: number, locale: string): string {
  const minutes = Math.max(0, Math.floor(agoMs / 60_000));
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (minutes < 1) return justNow[locale] ?? format.format(0, 'second');
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}

/** For what is just past, where the word for `now` also means what begins: 现在添加 asks to add now, `desde ahora` is from now on. */
const justNow: Readonly<Record<string, string>> = {
  de: 'gerade eben',
  fr: 'à l’instant',
  es: 'ahora mismo',
  pt: 'agora mesmo',
  ja: 'たった今',
  'zh-Hans': '刚刚',
};
