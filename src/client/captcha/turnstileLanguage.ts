/**
 * A BCP 47 tag as Turnstile takes languages, `xx` or `xx-XX`; `auto` if there is none.
 *
 * @see Turnstile, "Widget configurations", `language`
 */
export function turnstileLanguage(tag: string): string {
  const [, language, script, region] = /^([a-z]{2})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-|$)/i.exec(tag) ?? [];
  if (language === undefined) return 'auto';
  const xx = language.toLowerCase();
  const country = region?.toUpperCase();
  if (xx === 'zh') return (script ? /hant/i.test(script) : isTraditional(country)) ? 'zh-TW' : 'zh-CN';
  return country && /^[A-Z]{2}$/.test(country) ? `${xx}-${country}` : xx;
}

/** Chinese is written in traditional characters there. */
const isTraditional = (country = ''): boolean => ['TW', 'HK', 'MO'].includes(country);
