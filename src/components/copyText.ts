/** Copies a text. @returns whether the browser let it: it may refuse, and has no clipboard in a page that is not secure. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
