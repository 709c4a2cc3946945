/**
 * To be run in a page: what of the screens' text cannot be read as it is written. Letters that lie outside their screen, or outside
 * something that cuts off what lies outside it; words and shortened addresses that are broken in their middle. A whole address, a code or a
 * key may be broken, and a word of more than eleven letters, which a narrow page has no room for.
 */
export function textFaults(): string[] {
  const faults = new Set<string>();
  for (const screen of document.querySelectorAll<HTMLElement>('[data-latchkey]'))
    for (const text of textsIn(screen)) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isForReaders(parent))
        continue;
      for (const { 0: word, index } of text.data.matchAll(/\S+/gu))
        if (boxesOf(text, index, word).some((box) => isCut(box, parent, screen))) say('cut off', word, parent);
      for (const { 0: shortened, index } of text.data.matchAll(/\b\w{6}…\w{4}\b/g))
        if (linesOf(text, index, shortened) > 1 && hasRoom(parent, boxesOf(text, index, shortened)))
          say('broken', shortened, parent);
      const isWhole = parent.closest('[data-part="word"]'); // a word of a wallet's phrase
      if (!isWhole && parent.closest('[data-part="address"], [data-part="value"], [data-part="key"], bdi')) continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<=^|[\s"“„«(])\p{L}{1,11}(?=[)”“»".,:;!?…]*(?:\s|$))/gu)) {
        if (linesOf(text, index, word) > 1 && !/\p{Lo}/u.test(word)) say('broken', word, parent);
      }
    }
  return [...faults];

  function say(fault: string, word: string, { dataset, tagName }: HTMLElement): void {
    faults.add(`${fault}: ${word} (${dataset.part ?? tagName})`);
  }

  function textsIn(screen: HTMLElement): Text[] {
    const walker = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return texts;
  }

  function boxesOf(text: Text, index: number, { length }: string): DOMRect[] {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + length);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  }

  function linesOf(text: Text, index: number, word: string): number {
    return new Set(boxesOf(text, index, word).map(({ top }) => Math.round(top))).size;
  }

  /** Whether these boxes would stand on one line of the block that an element is in. */
  function hasRoom(element: HTMLElement, boxes: readonly DOMRect[]): boolean {
    let block = element;
    while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement;
    const { paddingLeft, paddingRight } = getComputedStyle(block);
    const width = block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return boxes.reduce((sum, box) => sum + box.width, 0) <= width;
  }

  /** A box of a pixel, which only assistive technologies read. */
  function isForReaders(element: HTMLElement): boolean {
    for (let each: HTMLElement | null = element; each; each = each.parentElement)
      if (each.offsetWidth <= 1 && each.offsetHeight <= 1 && getComputedStyle(each).overflow !== 'visible') return true;
    return false;
  }

  function isCut(box: DOMRect, element: HTMLElement, screen: HTMLElement): boolean {
    for (let each: HTMLElement | null = element; each && each.tagName !== 'DIALOG'; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(each);
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const cuts = /hidden|clip/;
      if (textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth + 1) return true;
      if ((each === screen || cuts.test(overflowX)) && (box.left < left - 1 || box.right > right + 1)) return true;
      if (cuts.test(overflowY) && (box.top < top - 1 || box.bottom > bottom + 1)) return true;
      if (each === screen) return false;
    }
    return false;
  }
}
