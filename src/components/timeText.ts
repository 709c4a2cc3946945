/** Whole seconds as minutes and seconds: 273 is `4:33`. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A waiting time, rounded up to a natural unit: `in 40 seconds`, `in 9 minutes`, `in 2 hours`. */
export function formatWait(waitMs: number, locale: string): string {
  let left = Math.max(1, waitMs / 1000);
  let unit: Intl.RelativeTimeFormatUnit = 'second';
  for (const longer of ['minute', 'hour'] as const)
    if (left > 59) {
      left /= 60;
      unit = longer;
    }
  return formatRelative(locale, Math.ceil(left), unit);
}

/** A past time in a natural unit: `now`, `4 minutes ago`, `2 days ago`. */
export function formatAgo(agoMs: number, locale: string): string {
  const inWords = { numeric: 'auto' } as const;
  const minutes = Math.max(0, Math.floor(agoMs / 60_000));
  if (minutes < 1) return justNow[locale] ?? formatRelative(locale, 0, 'second', inWords);
  if (minutes < 60) return formatRelative(locale, -minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return formatRelative(locale, -hours, 'hour');
  return formatRelative(locale, -Math.floor(hours / 24), 'day', inWords);
}

/**
 * With the digits of the catalogues, which are 0 to 9 in Arabic, too; some browsers write others. A number stays on the line of its unit.
 *
 * @param options - `{ numeric: 'auto' }` for words such as `yesterday`.
 */
export const formatRelative = (
  locale: string,
  value: number,
  unit: Intl.RelativeTimeFormatUnit,
  options?: Intl.RelativeTimeFormatOptions,
): string => new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, options).format(value, unit).replace(/(\d) /, '$1\xa0');

/** For what is just past, where the word for `now` also means what begins: 现在添加 asks to add now, `desde ahora` is from now on. */
const justNow: Readonly<Record<string, string>> = {
  de: 'gerade eben',
  fr: 'à l’instant',
  es: 'ahora mismo',
  pt: 'agora mesmo',
  ja: 'たった今',
  'zh-Hans': '刚刚',
};
