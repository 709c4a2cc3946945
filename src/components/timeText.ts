/** An option of `Intl`: the digits of the catalogues, which are 0 to 9 in Arabic, too; some browsers write others. */
export const latinDigits: { readonly numberingSystem: string; readonly numeric?: 'auto' } = { numberingSystem: 'latn' };

/** Whole seconds as minutes and seconds: 273 is `4:33`. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;

/** A waiting time, rounded up to a natural unit: `in 40 seconds`, `in 9 minutes`, `in 2 hours`. */
export function formatWait(waitMs: number, locale: string): string {
  let left = Math.max(1, waitMs / 1000);
  let unit: Intl.RelativeTimeFormatUnit = 'second';
  for (const longer of ['minute', 'hour'] as const)
    if (left > 59) {
      left /= 60;
      unit = longer;
    }
  return new Intl.RelativeTimeFormat(locale, latinDigits).format(Math.ceil(left), unit);
}

/** A past time in a natural unit: `now`, `4 minutes ago`, `2 days ago`. */
export function formatAgo(agoMs: number, locale: string): string {
  const inWords = { ...latinDigits, numeric: 'auto' } as const; // `yesterday`
  const minutes = Math.max(0, Math.floor(agoMs / 60_000));
  if (minutes < 1) return justNow[locale] ?? formatRelative(locale, 0, 'second', inWords);
  if (minutes < 60) return formatRelative(locale, -minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return formatRelative(locale, -hours, 'hour');
  return formatRelative(locale, -Math.floor(hours / 24), 'day', inWords);
}

/** For lists, which are narrow: a number stays on the line of its unit. */
export const formatRelative = (
  locale: string,
  value: number,
  unit: Intl.RelativeTimeFormatUnit,
  options = latinDigits,
): string => new Intl.RelativeTimeFormat(locale, options).format(value, unit).replace(/(\d) /, '$1\xa0');

/** For what is just past, where the word for `now` also means what begins: 现在添加 asks to add now, `desde ahora` is from now on. */
const justNow: Readonly<Record<string, string>> = {
  de: 'gerade eben',
  fr: 'à l’instant',
  es: 'ahora mismo',
  pt: 'agora mesmo',
  ja: 'たった今',
  'zh-Hans': '刚刚',
};
