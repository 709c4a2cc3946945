import { readUrl } from '../../contract/readUrl.js';
import { isLoopback } from '../loopback.js';

/** Whether a text can be the service's public URL: an https origin, or an http one of this machine. */
export const isPublicUrl = (text: string): boolean => isSecure(text) && readUrl(text)?.origin === text;

/** Whether nobody on the way can change what a page of that URL does. */
function isSecure(text: string): boolean {
  const { protocol, hostname } = readUrl(text) ?? { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** @throws {TypeError} */
export function checkPublicUrl(text: string): void {
  if (!isPublicUrl(text))
    throw new TypeError('The public URL must be an https origin like https://auth.example.com, without a path.');
}

/** @throws {TypeError} */
export function checkDashboardUrl(text: string): void {
  if (!isSecure(text))
    throw new TypeError('The dashboard URL must be an https URL like https://dashboard.example.com.');
}
