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
export function openPlace(given: HTMLElement | null | undefined, cancel: () => void): Place {
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
      box.style.outline = 'none'; // a focus that nobody put there by hand has no ring
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

/**
 * Where the captcha of a request belongs: the kit's form that has the focus, else the last one that is seen. Behind a modal dialog none
 * can be used.
 */
function askingForm(): HTMLElement | undefined {
  const focused = document.activeElement;
  const form = 'form[data-latchkey]';
  const modal = focused?.closest<HTMLElement>(modalDialog) ?? lastSeen(document, modalDialog);
  return (
    focused?.closest<HTMLElement>(form) ??
    lastSeen(modal ?? document, form) ??
    modal ??
    lastSeen(document, 'dialog[open]')
  );
}

/** In a list that forgives, for browsers that lack `:modal`. */
const modalDialog = ':is(dialog:modal)';

/** The last element that a person sees. */
const lastSeen = (within: ParentNode, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter(isSeen).at(-1);

/** Older browsers lack `checkVisibility`. */
const isSeen = (element: HTMLElement): boolean =>
  element.closest('[inert]') === null && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);

const labels: Readonly<Record<string, readonly [group: string, cancel: string]>> = {
  en: ['Confirm that you’re human', 'Cancel'],
  de: ['Bestätige, dass du ein Mensch bist', 'Abbrechen'],
  fr: ['Confirmez que vous n’êtes pas un robot', 'Annuler'],
  es: ['Confirma que eres una persona', 'Cancelar'],
  pt: ['Confirme que você é uma pessoa', 'Cancelar'],
  ja: ['人間であることを確認', 'キャンセル'],
  zh: ['确认你是真人', '取消'],
  ar: ['أكّد أنك إنسان', 'إلغاء'],
};

/** The name of the captcha's group for screen readers. */
const captchaLabel = (language: string): string => labelsIn(language)[0];

/** The label of the button that cancels the captcha. */
const cancelLabel = (language: string): string => labelsIn(language)[1];

const labelsIn = (language: string): readonly [string, string] =>
  labels[language.slice(0, 2).toLowerCase()] ?? labels.en ?? ['', ''];
