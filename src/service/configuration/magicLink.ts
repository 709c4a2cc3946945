import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { readUrl } from '../../contract/readUrl.js';
import { isLoopback } from '../loopback.js';

const place = '%s';

/** The error of a link template, if any: the link must not lead anywhere but to the app, whatever replaces `%s`. */
export function faultOfMagicLink(
  template: string,
  { allowedOrigins }: Pick<AuthProxySettings, 'allowedOrigins'>,
): string | undefined {
  if (template.split(place).length !== 2) return 'must hold %s once';
  const read = readTemplate(template);
  return read
    ? faultOfOrigin(read, allowedOrigins)
    : 'must be an https URL (http on this machine) with %s behind its host';
}

/** The error of a page of the app that mail leads to, if any. */
export function faultOfAppPage(
  url: string,
  { allowedOrigins }: Pick<AuthProxySettings, 'allowedOrigins'>,
): string | undefined {
  const read = readLink(url);
  return read ? faultOfOrigin(read, allowedOrigins) : 'must be an https URL (http on this machine)';
}

function faultOfOrigin({ origin }: URL, allowedOrigins: readonly string[]): string | undefined {
  if (allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return undefined;
  return "must be of one of the configuration's allowed origins";
}

/** The link that carries a text. */
export const magicLinkOf = (template: string, text: string): string =>
  template.replace(place, () => encodeURIComponent(text));

/** Of a template, whose host does not depend on the link's content. */
function readTemplate(template: string): URL | undefined {
  const [read, other] = ['x', 'y'].map((text) => readLink(magicLinkOf(template, text)));
  return read?.origin === other?.origin ? read : undefined;
}

/** Nothing that a parser would correct or strip, and no credentials. */
function readLink(url: string): URL | undefined {
  if (url.length > 2048 || !/^https?:\/\/[^\s"'<>\\\p{C}]+$/u.test(url)) return undefined;
  const read = readUrl(url);
  if (read?.username !== '' || read.password !== '') return undefined;
  return read.protocol === 'https:' || isLoopback(read.hostname) ? read : undefined;
}
