/**
 * Keeps the focus where a person works by keyboard. A browser takes it from a button that is disabled while its request is under way, and
 * from one that is gone afterwards: then whoever listens to a screen reader is at the top of the document, and no key reaches the sheet.
 * The button gets it back, or what stood before it, or else the part of the page that both stood in.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  let before: readonly HTMLElement[] = [];
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
    around = last ? partsAround(last) : [];
    before = last ? controlsBefore(last, around.at(-1)) : [];
  });
  // Whoever presses beside everything gives the focus up.
  document.addEventListener('pointerdown', () => {
    last = undefined;
  });
  const restore = () => {
    if (last === undefined || (document.activeElement ?? document.body) !== document.body) return;
    if (!last.isConnected) {
      const part = around.find((each) => each.isConnected);
      focusOn(
        before.find((each) => part?.contains(each) && each.checkVisibility() && !each.matches(':disabled')) ?? part,
      );
    } else if (!last.matches(':disabled')) focusOn(last);
  };
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(restore).observe(document.body, watched);
}

/** Nearest first. */
function partsAround(element: Element): HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>('dialog, form, section, main');
  return part ? [part, ...partsAround(part)] : [];
}

/** Nearest first. */
function controlsBefore(element: Element, part: HTMLElement | undefined): HTMLElement[] {
  const controls = [
    ...(part?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary') ?? []),
  ];
  return controls
    .filter((each) => (each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    .reverse();
}

function focusOn(element: HTMLElement | undefined): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
