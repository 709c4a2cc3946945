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
  if (!read) return 'must be an https URL (http on this machine) with %s behind its host';
  if (allowedOrigins.includes('*') || allowedOrigins.includes(read.origin)) return undefined;
  return "must be of one of the configuration's allowed origins";
}

/** The link that carries a text. */
export const magicLinkOf = (template: string, text: string): string =>
  template.replace(place, () => encodeURIComponent(text));

/** Nothing that a parser would correct or strip, no credentials, and a host that does not depend on the link's content. */
function readTemplate(template: string): URL | undefined {
  if (template.length > 2048 || !/^https?:\/\/[^\s"'<>\\\p{C}]+$/u.test(template)) return undefined;
  const [read, other] = ['x', 'y'].map((text) => readUrl(magicLinkOf(template, text)));
  if (!read || read.origin !== other?.origin || read.username !== '' || read.password !== '') return undefined;
  return read.protocol === 'https:' || isLoopback(read.hostname) ? read : undefined;
}
