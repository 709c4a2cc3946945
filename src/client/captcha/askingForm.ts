/**
 * Where the captcha of a request belongs: the kit's form that has the focus, else the last one that is seen. Behind a modal dialog none
 * can be used.
 */
export function askingForm(): HTMLElement | undefined {
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
export const lastSeen = (within: ParentNode, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter(isSeen).at(-1);

/** Older browsers lack `checkVisibility`. */
const isSeen = (element: HTMLElement): boolean =>
  element.closest('[inert]') === null && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
