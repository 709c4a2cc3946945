/** The remaining time as minutes and seconds: 272,500 ms is `4:33`. At least `0:00`. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A waiting time, rounded up to a natural unit: `in 40 seconds`, `in 9 minutes`, `in 2 hours`. */
export function formatWait(waitMs: number, locale: string): string {
  let left = Math.max(1, waitMs / 1000);
  let unit: Intl.RelativeTimeFormatUnit = 'second';
  if (left > 59) {
    left /= 60;
    unit = 'minute';
  }
  if (left > 59) {
    left /= 60;
    unit = 'hour';
  }
  return formatRelative(locale, Math.ceil(left), unit);
}

/** A past time in a natural unit: `now`, `4 minutes ago`, `2 days ago`. */
export function formatAgo(agoMs: number, locale: string): string {
  const minutes = Math.max(0, Math.floor(agoMs / 60_000));
  if (minutes < 1) return justNow[locale] ?? formatRelative(locale, 0, 'second');
  if (minutes < 60) return formatRelative(locale, -minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? formatRelative(locale, -hours, 'hour') : formatRelative(locale, -Math.floor(hours / 24), 'day');
}

/** With the digits of the catalogues, which are 0 to 9 in Arabic, too; some browsers write others. A number stays on the line of its unit. */
export function formatRelative(locale: string, value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const format = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' });
  return format.format(value, unit).replace(/(?<=\d) /, '\u00a0');
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
