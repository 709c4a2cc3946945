import { readUrl } from '../../contract/readUrl.js';
import { isLoopback } from '../loopback.js';

/** An SMTP server, as an address names it. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly secure: boolean;
  /** Fails if the server does not offer STARTTLS. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
};

/**
 * Reads `smtps://user:password@host:465` or `smtp://user:password@host:587`; user and password are percent-encoded.
 *
 * With `smtp:` the connection must be encrypted by STARTTLS before anything is sent, except on this machine; for a relay in your own
 * network without it, end the URL with `?requireTLS=false`.
 *
 * @returns undefined if the URL has another form.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = readUrl(text);
  if (!url) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  const secure = protocol === 'smtps:';
  if ((!secure && protocol !== 'smtp:') || hostname === '' || !['', '/'].includes(pathname) || hash !== '') {
    return undefined;
  }
  if (!['', '?requireTLS=true', '?requireTLS=false'].includes(search)) return undefined;
  const auth = { user: decoded(username), pass: decoded(password) };
  if (auth.user === undefined || auth.pass === undefined) return undefined;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && (search === '' ? !isLoopback(hostname) : search === '?requireTLS=true'),
    ...(auth.user !== '' && { auth: { user: auth.user, pass: auth.pass } }),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
