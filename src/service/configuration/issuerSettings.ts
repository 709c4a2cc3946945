import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { readUrl } from '../../contract/readUrl.js';
import { builtInIssuers } from '../identity/issuers.js';
import { isLoopback } from '../loopback.js';
import { isLogoUrl } from './logoUrl.js';

type IssuerSettings = Pick<AuthProxySettings, 'oidcIssuers' | 'oauthRedirectUrls'>;

/** The first error in a configuration's settings of providers, if any. */
export function faultOfIssuers({
  oidcIssuers,
  oauthRedirectUrls,
}: IssuerSettings): { readonly field: string; readonly message: string } | undefined {
  const ids = oidcIssuers.map(({ id }) => id);
  const issuers = oidcIssuers.map(({ issuer }) => issuer);
  const at = (index: number, member: string) => `oidcIssuers.${index}.${member}`;
  for (const [index, { id, issuer, icon }] of oidcIssuers.entries()) {
    if (ids.indexOf(id) < index || otherMethods.includes(id)) {
      return { field: at(index, 'id'), message: `must be a name of its own, and none of ${otherMethods.join(', ')}` };
    }
    if (issuers.indexOf(issuer) < index || known.includes(issuer)) {
      return { field: at(index, 'issuer'), message: 'must stand once; what is built in takes client ids alone' };
    }
    if (!isIssuer(issuer)) {
      return { field: at(index, 'issuer'), message: 'must be an https URL without query, as its tokens name it' };
    }
    if (icon !== undefined && !isLogoUrl(icon)) return { field: at(index, 'icon'), message: 'must be an https URL' };
  }
  if (!oauthRedirectUrls.every(isRedirectUrl)) {
    return { field: 'oauthRedirectUrls', message: 'each must be an exact https URL without fragment' };
  }
  return undefined;
}

/** How a configuration, or the kit, names what else people log in with. */
const otherMethods = [...Object.keys(builtInIssuers), 'x', 'discord', 'email', 'sms', 'passkey', 'wallet'];
const known: readonly string[] = Object.values(builtInIssuers);

/** @see OpenID Connect Discovery, 3: https, no query, no fragment. Plain http on this machine is for development. */
const isIssuer = (text: string): boolean => isPlainUrl(text) && !/[?#]/.test(text);

const isRedirectUrl = (text: string): boolean => isPlainUrl(text) && !text.includes('#');

/** A URL that means the same to every reader, without credentials. */
function isPlainUrl(text: string): boolean {
  const url = /^https?:\/\/[^\s"'<>\\\p{C}]+$/u.test(text) ? readUrl(text) : undefined;
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(url.hostname);
}
