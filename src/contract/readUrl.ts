/**
 * Parses a URL; `undefined` if the text is not one, or if its host is longer than any real host and not ASCII: converting it to A-labels
 * takes quadratic time. Never `URL.canParse`: in optimised code, Node 20 reads Latin-1 text as UTF-8, and rejects `http://bücher.example`.
 */
export function readUrl(text: string): URL | undefined {
  if (hasDearHost(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A domain has at most 253 characters in A-labels, and seldom more in Unicode. @see RFC 1035, 2.3.4 */
const longestHost = 400;

function hasDearHost(text: string): boolean {
  const [authority = ''] = text.replace(/^[^:]*:[/\\]*/, '').split(/[/?#\\]/, 1);
  return authority.length > longestHost && /[^\0-\x7f]/.test(authority);
}

/** A service's URL as it is written before the paths of operations, which begin with a slash and the version: what ends in them is cut. */
export const serviceBase = (url: string): string => url.replace(/(\/(public\/)?v1)?\/*$/, '');
