/** The remaining time as minutes and seconds: 272,500 ms is `4:33`. At least `0:00`. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A waiting time, rounded up to a natural unit: `in 40 seconds`, `in 9 minutes`, `in 2 hours`. */
export function formatWait(waitMs: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  if (seconds < 60) return relative(locale, seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? relative(locale, minutes, 'minute') : relative(locale, Math.ceil(minutes / 60), 'hour');
}

/** The time until a session ends, in days where there are two or more of them: `in 40 minutes`, `in 7 days`. */
export function formatEnd(leftMs: number, locale: string): string {
  return leftMs < 2 * dayMs ? formatWait(leftMs, locale) : relative(locale, Math.round(leftMs / dayMs), 'day');
}

const dayMs = 86_400_000;

/** A past time in a natural unit: `now`, `4 minutes ago`, `2 days ago`. */
export function formatAgo(agoMs: number, locale: string): string {
  const minutes = Math.max(0, Math.floor(agoMs / 60_000));
  if (minutes < 1) return justNow[locale] ?? relative(locale, 0, 'second', 'auto');
  if (minutes < 60) return relative(locale, -minutes, 'minute', 'auto');
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? relative(locale, -hours, 'hour', 'auto')
    : relative(locale, -Math.floor(hours / 24), 'day', 'auto');
}

/**
 * With the digits of the catalogues, which are 0 to 9 in Arabic, too; some browsers write others. The number stays on a line with its unit.
 *
 * @param numeric - `auto` writes `yesterday`
 */
function relative(
  locale: string,
  value: number,
  unit: Intl.RelativeTimeFormatUnit,
  numeric: 'auto' | 'always' = 'always',
): string {
  return new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric })
    .format(value, unit)
    .replace(/(\d) /, '$1\u00a0');
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
