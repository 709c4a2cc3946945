import { readUrl } from '../../contract/readUrl.js';
import { OauthError } from './oauthLogin.js';

/**
 * A validated path of this page's origin to return to after a login: never another site, even if a link asked for one.
 *
 * @throws {OauthError} RETURN_PATH_INVALID
 */
export function checkedReturnPath(path: string, origin: string): string {
  if (isReturnPath(path, origin)) return path;
  const why = 'must be a path of this origin, such as /account?tab=wallets';
  throw new OauthError('RETURN_PATH_INVALID', `The path to return to after the login ${why}.`);
}

/**
 * Browsers read `\` as `/` and drop tabs and line feeds, and a server may decode a path before it redirects: so two slashes at the
 * beginning are refused in every encoding.
 *
 * @see WHATWG URL, section 4.4
 */
export function isReturnPath(path: string, origin: string): boolean {
  if (!/^\/(?!\/)[^\\\p{C}]*$/u.test(path)) return false;
  const url = readUrl(origin + path);
  return url?.origin === origin && !/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname);
}
