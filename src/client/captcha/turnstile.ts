import { CaptchaError, type CaptchaToSolve, type TurnstileOptions } from './captcha.js';
import { openPlace } from './turnstilePlace.js';
import { loadTurnstile } from './turnstileScript.js';

/** {@link turnstileToken} */
export async function solve(
  { container, nonce, scriptUrl, theme = 'auto' }: TurnstileOptions,
  { siteKey, action, signal }: CaptchaToSolve,
): Promise<string> {
  signal?.throwIfAborted();
  const turnstile = await loadTurnstile(scriptUrl, nonce);
  signal?.throwIfAborted();
  let cancel = () => {};
  const place = openPlace(container?.(), () => cancel());
  const { box } = place;
  let widgetId: string | null | undefined;
  let stop = () => {};
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new CaptchaError('CAPTCHA_FAILED', `The captcha was not solved: ${why}.`));
      cancel = () => reject(new CaptchaError('CAPTCHA_CANCELLED', 'The person cancelled the captcha.'));
      const again = () => widgetId && turnstile.reset(widgetId);
      const abort = () => reject(signal?.reason);
      const watcher = new MutationObserver(() => !box.isConnected && fail('it was removed from the page'));
      signal?.addEventListener('abort', abort);
      watcher.observe(document, { childList: true, subtree: true });
      stop = () => {
        watcher.disconnect();
        signal?.removeEventListener('abort', abort);
      };
      widgetId = turnstile.render(box, {
        sitekey: siteKey,
        action,
        theme,
        appearance: 'interaction-only',
        size: place.isNarrow ? 'compact' : 'flexible',
        language: turnstileLanguage(place.language),
        retry: 'never',
        'refresh-expired': 'manual',
        'refresh-timeout': 'manual',
        'response-field': false,
        callback: resolve,
        'before-interactive-callback': place.show,
        'expired-callback': again,
        'timeout-callback': again,
        'unsupported-callback': () => fail('this browser is not supported'),
        'error-callback': (code: unknown) => {
          fail(`error ${String(code).slice(0, 20)}`);
          return true;
        },
      });
      if (!widgetId) fail('the widget was not shown');
    });
  } finally {
    stop();
    place.giveFocusBack();
    if (widgetId) turnstile.remove(widgetId);
    box.remove();
  }
}

/**
 * A BCP 47 tag as Turnstile takes languages, `xx` or `xx-XX`; `auto` if there is none.
 *
 * @see Turnstile, "Widget configurations", `language`
 */
function turnstileLanguage(tag: string): string {
  const [, language, script, region] = /^([a-z]{2})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-|$)/i.exec(tag) ?? [];
  if (language === undefined) return 'auto';
  const xx = language.toLowerCase();
  const country = region?.toUpperCase();
  if (xx === 'zh') return (script ? /hant/i.test(script) : isTraditional(country)) ? 'zh-TW' : 'zh-CN';
  return country && /^[A-Z]{2}$/.test(country) ? `${xx}-${country}` : xx;
}

/** Chinese is written in traditional characters there. */
const isTraditional = (country = ''): boolean => ['TW', 'HK', 'MO'].includes(country);
