/** Every word in brackets, accented and half as long again: what is not in brackets was never translated. */
const pseudo = (text: string): string =>
  `⟦${text.replace(/[aeiou]/g, (letter) => ({ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú' })[letter] ?? letter)}⟧`;

/** A catalogue of texts, each of them replaced so; a function's as it may be said. */
export function pseudoOf(value: unknown): unknown {
  if (typeof value === 'string') return pseudo(value);
  if (Array.isArray(value)) return value.map((part: string) => (part.trim() === '' ? part : pseudo(part)));
  if (typeof value === 'function') return (...facts: unknown[]) => pseudoOf(value(...facts));
  return Object.fromEntries(Object.entries(value as object).map(([name, word]) => [name, pseudoOf(word)]));
}

/** What is untranslated, cut off, or stands out of the screen. */
export function faultsIn(form: Element | null): string[] {
  if (!form) return ['no screen'];
  const { left, right } = form.getBoundingClientRect();
  return [...form.querySelectorAll<HTMLElement>('[data-part]')].flatMap((part) => {
    const name = part.dataset.part ?? '';
    if (['unseen', 'select', 'address', 'slot', 'value'].includes(name)) return [];
    const own = [...part.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const text = own.map(({ textContent }) => textContent).join('');
    const box = part.getBoundingClientRect();
    return [
      ...(/[a-z]{2}/i.test(text) && !/[⟦⟧]/.test(text) ? [`${name} says ${text}`] : []),
      ...(part.scrollWidth > part.clientWidth + 1 &&
      part.clientWidth > 0 &&
      !['input', 'back', 'close', 'link', 'summary'].includes(name)
        ? [`${name} is cut off`]
        : []),
      ...(box.width > 0 && (box.left < left - 1 || box.right > right + 1) ? [`${name} stands out`] : []),
    ];
  });
}
