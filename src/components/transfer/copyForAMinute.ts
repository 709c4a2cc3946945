/**
 * Copies a text, and clears the clipboard a minute later, or as soon as the page has the focus after that, since others may not write.
 * What is copied in this page meanwhile stays.
 *
 * @param text - a promise, so that the press still counts where the text takes a moment
 * @param onCleared - hears that it was cleared
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

/** Ends the clearing of what was copied before. */
let stop: (() => void) | undefined;

/** Safari wants to be told at the press that something will be written; others take the text once it is there. */
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
