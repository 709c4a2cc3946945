import { CaptchaError } from './captcha.js';

/** What is used of Turnstile's script. @see Turnstile, "Widget configurations" and "Embed the widget" */
export type Turnstile = {
  readonly render: (container: HTMLElement, parameters: Readonly<Record<string, unknown>>) => string | null | undefined;
  readonly reset: (widgetId: string) => void;
  readonly remove: (widgetId: string) => void;
};

const officialUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
const longestMs = 15_000;
let loading: Promise<Turnstile> | undefined;

/** Loads the script once per page, and again after it failed. @throws {CaptchaError} CAPTCHA_NOT_LOADED */
export function loadTurnstile(url: string = officialUrl, nonce: string | undefined): Promise<Turnstile> {
  const there = turnstileOfPage();
  if (there) return Promise.resolve(there);
  loading ??= load(url, nonce).finally(() => {
    loading = undefined;
  });
  return loading;
}

function load(url: string, nonce: string | undefined): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      const message = 'The script of Turnstile was not loaded: does the Content-Security-Policy allow it?';
      reject(new CaptchaError('CAPTCHA_NOT_LOADED', message));
    };
    const timer = setTimeout(fail, longestMs);
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      const turnstile = turnstileOfPage();
      if (turnstile) resolve(turnstile);
      else fail();
    };
    if (nonce !== undefined) script.nonce = nonce;
    script.async = true;
    try {
      script.src = trusted(url);
      document.head.append(script);
    } catch {
      fail(); // a type is required, and there is no policy to make it
    }
  });
}

/** A page that requires Trusted Types takes no plain text as a script's URL. @see Trusted Types, 3.1 */
function trusted(url: string): string {
  scriptUrl = url;
  try {
    // docs/captcha.md has its name. There is one per page, since a page may forbid a second of the same name.
    policy ??= (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('latchkey-captcha', {
      createScriptURL: onlyWanted,
    });
  } catch {
    return url; // the page's `trusted-types` does not name it; plain text passes if no type is required
  }
  return policy?.createScriptURL(url) ?? url;
}

/** So that whoever gets hold of the policy can load nothing else by it. */
function onlyWanted(url: string): string {
  if (url !== scriptUrl) throw new TypeError('This policy is for the script of the captcha alone.');
  return url;
}

type TrustedTypes = { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
/** In truth it makes an object, which the DOM's types call a string. */
type ScriptPolicy = { readonly createScriptURL: (url: string) => string };

let policy: ScriptPolicy | undefined;
let scriptUrl: string | undefined;

const turnstileOfPage = (): Turnstile | undefined => (globalThis as { readonly turnstile?: Turnstile }).turnstile;
