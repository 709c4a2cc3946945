import { readUrl } from '../../contract/readUrl.js';

/** Whether a text is an origin exactly as a browser serializes one: scheme, host, port if not the default, nothing else. */
export function isSerializedOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && readUrl(text)?.origin === text && !text.includes('*');
}

/**
 * Whether a browser could have sent this Origin header: a serialized origin, that of an extension or app, or `null`.
 *
 * @see RFC 6454, 7.1; the Fetch standard, "Origin" header
 */
export function isWellFormedOrigin(header: string): boolean {
  return (
    header === 'null' || isSerializedOrigin(header) || /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+$/.test(header)
  );
}

/** The allowed origins of a configuration. */
export type OriginRule = { readonly allowedOrigins: readonly string[]; readonly allowNativeClients: boolean };

/**
 * Whether a request with this Origin header may be served; `null` stands for no header at all. Every entry is compared as a
 * whole, byte for byte. Nothing else (Referer, Host, X-Forwarded-…) is ever looked at.
 */
export function isAllowedOrigin(header: string | null, { allowedOrigins, allowNativeClients }: OriginRule): boolean {
  if (allowedOrigins.includes('*')) return true;
  return header === null ? allowNativeClients : allowedOrigins.includes(header);
}
