import { readUrl } from '../../contract/readUrl.js';

/** An https URL as it may stand in a message: nothing that a parser would mend or strip, and no credentials. */
export function isLogoUrl(url: string): boolean {
  if (url.length > 2048 || !/^https:\/\/[^\s"'<>\\\p{C}]+$/u.test(url)) return false;
  const read = readUrl(url);
  return read?.username === '' && read.password === '';
}
