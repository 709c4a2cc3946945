/**
 * A text as a URL; `undefined` where it is none. Never `URL.canParse`: once it is hot, Node 20 reads a text of Latin-1
 * characters as if it were UTF-8, and calls `http://bücher.example` no URL.
 */
export function readUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
