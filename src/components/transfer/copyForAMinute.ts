/**
 * Copies a text, and clears the clipboard a minute later, or as soon as the page has the focus after that, since only a focused page may
 * write. Text that this page copies meanwhile stays.
 *
 * @param text - a promise, so that the click's permission holds while the text is prepared
 * @param onCleared - called after clearing
 * @returns whether it was copied
 */
export async function copyForAMinute(text: Promise<string>, onCleared: () => void): Promise<boolean> {
  try {
    await write(text);
  } catch {
    return false;
  }
  stop?.();
  stop = clearLater(onCleared);
  return true;
}

/** Cancels the clearing of the previous copy. */
let stop: (() => void) | undefined;

/** Safari requires a write at the click; other browsers take the text later. */
async function write(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const type = 'text/plain';
  const blob = text.then((plain) => new Blob([plain], { type }));
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}

function clearLater(onCleared: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let isDue = false;
  async function clear() {
    if (!isDue || !document.hasFocus()) return;
    ended.abort();
    await navigator.clipboard.writeText('').then(onCleared, () => {});
  }
  const timer = setTimeout(() => {
    isDue = true;
    void clear();
  }, minuteMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  addEventListener('focus', () => void clear(), { signal });
  for (const type of ['copy', 'cut']) document.addEventListener(type, () => ended.abort(), { signal });
  return () => ended.abort();
}

const minuteMs = 60_000;
