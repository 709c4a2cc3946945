import { askingForm, lastSeen } from './askingForm.js';
import { CaptchaError } from './captchaError.js';
import { cancelLabel, captchaLabel } from './captchaLabel.js';
import type { CaptchaToSolve } from './getCaptchaToken.js';
import { turnstileLanguage } from './turnstileLanguage.js';
import type { TurnstileOptions } from './turnstileOptions.js';
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

type Place = {
  readonly box: HTMLElement;
  readonly language: string;
  /** Whether the widget's usual size is too wide for it. */
  readonly isNarrow: boolean;
  readonly show: () => void;
  /** Before the widget is removed, and the focus with it. */
  readonly giveFocusBack: () => void;
};

/** A box for the widget between a form's field and its button, which takes no room until it needs interaction. */
function openPlace(given: HTMLElement | null | undefined, cancel: () => void): Place {
  const into = given ?? askingForm() ?? document.body;
  const box = document.createElement('div');
  // By properties, which a strict policy for styles allows.
  box.style.position = 'absolute';
  const submit = given ? undefined : lastSeen(into, '[type="submit"]');
  if (submit) submit.before(box);
  else into.append(box);
  const language = box.closest<HTMLElement>('[lang]')?.lang ?? '';
  const button = cancelButton(cancelLabel(language), cancel); // one, since a widget may ask for interaction again
  const before = document.activeElement;
  return {
    box,
    language,
    isNarrow: isNarrow(into),
    show: () => {
      Object.assign(box.style, into === document.body ? inTheCorner : { position: 'static' });
      box.append(button);
      box.role = 'group';
      box.ariaLabel = captchaLabel(language);
      box.tabIndex = -1;
      box.focus();
    },
    giveFocusBack: () => {
      if (box.contains(document.activeElement)) focusFirstOf([before, ...fieldsAround(box)]);
    },
  };
}

/** The fields of its form, then the buttons, for where nothing had the focus, or what had it is gone. */
const fieldsAround = (box: HTMLElement): Element[] =>
  ['input', 'button']
    .flatMap((name) => [...(box.closest('form')?.querySelectorAll(name) ?? [])])
    .filter((each) => !box.contains(each));

/** The first that takes the focus; the page's body is not meant. */
function focusFirstOf(elements: readonly (Element | null)[]): void {
  for (const element of elements)
    if (element instanceof HTMLElement && element !== document.body) {
      element.focus();
      if (element === document.activeElement) return;
    }
}

function isNarrow(into: HTMLElement): boolean {
  const { paddingLeft, paddingRight } = getComputedStyle(into);
  const width = into.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return width > 0 && width < leastWidth;
}

/** Pixels. @see Turnstile, "Widget size": `flexible` is at least so wide */
const leastWidth = 300;

function cancelButton(label: string, cancel: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.dataset.part = 'secondary'; // for the kit's styles
  Object.assign(button.style, { display: 'block', marginBlockStart: '0.75rem' });
  button.addEventListener('click', cancel);
  return button;
}

const inTheCorner = { position: 'fixed', insetBlockEnd: '1rem', insetInlineEnd: '1rem', zIndex: '2147483647' };
