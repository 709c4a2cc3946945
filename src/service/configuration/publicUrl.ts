import { readUrl } from '../../contract/readUrl.js';
import { isLoopback } from '../loopback.js';

/** Whether a text can be the service's public URL: an https origin, or an http one of this machine. */
export function isPublicUrl(text: string): boolean {
  const url = readUrl(text);
  return url?.origin === text && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
}

/** @throws {TypeError} */
export function checkPublicUrl(text: string): void {
  if (!isPublicUrl(text))
    throw new TypeError('The public URL must be an https origin like https://auth.example.com, without a path.');
}
