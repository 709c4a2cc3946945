/** The scheme, host and port of a URL that was read, up to the slash after them. */
let readOrigin = '';

/**
 * The path of a request's URL, as `new URL` has it. That is asked of the platform once for each origin: after the same origin, a
 * path of letters, digits, `_` and `-` reads as it is written, and that is all our paths are made of.
 *
 * @throws {TypeError} where it is no URL
 */
export function pathOf(url: string): string {
  if (readOrigin !== '' && url.startsWith(readOrigin)) {
    const path = url.slice(readOrigin.length - 1);
    if (/^[\w/-]*$/.test(path)) return path;
  }
  const { origin, pathname } = new URL(url);
  if (url.startsWith(`${origin}/`)) readOrigin = `${origin}/`;
  return pathname;
}
