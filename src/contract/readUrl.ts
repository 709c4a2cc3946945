/**
 * A text as a URL; `undefined` where it is none, and where its host is longer than any host and not ASCII: to write it as A-labels
 * takes time that grows with the square of it. Never `URL.canParse`: once it is hot, Node 20 reads a text of Latin-1
 * characters as if it were UTF-8, and calls `http://bücher.example` no URL.
 */
export function readUrl(text: string): URL | undefined {
  if (hasDearHost(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A domain has 253 characters in A-labels, and seldom more of its own. @see RFC 1035, 2.3.4 */
const longestHost = 400;

function hasDearHost(text: string): boolean {
  const [authority = ''] = text.replace(/^[^:]*:[/\\]*/, '').split(/[/?#\\]/, 1);
  return authority.length > longestHost && /[^\0-\x7f]/.test(authority);
}
