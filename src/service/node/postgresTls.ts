import { readUrl } from '../../contract/readUrl.js';
import { isLoopback } from '../loopback.js';
import type { Variables } from './reading.js';

/**
 * Whether a connection to PostgreSQL leaves this machine unencrypted without an explicit setting: TLS is neither requested, by the URL or
 * `PGSSLMODE`, nor disabled. pg uses TLS under every `sslmode` of a URL but `disable`, and never falls back; it ignores unknown values of
 * `PGSSLMODE`, which libpq treats as `allow`.
 *
 * @see pg-connection-string, README "TCP Connections"; pg, `lib/connection-parameters.js`
 */
export function isInTheClear(postgresUrl: string, variables: Variables): boolean {
  const url = readUrl(postgresUrl);
  if (url === undefined) return false;
  const last = (name: string) => url.searchParams.getAll(name).at(-1) || undefined;
  const host = last('host') ?? (decodeURIComponent(url.hostname) || variables.PGHOST || 'localhost');
  if (host.startsWith('/') || isLoopback(host) || host === '::1') return false;
  const mode = last('sslmode') ?? modesOfVariable.find((mode) => mode === variables.PGSSLMODE);
  const needsTls =
    ['sslcert', 'sslkey', 'sslrootcert'].some((name) => last(name)) || last('sslnegotiation') === 'direct';
  const ssl = last('ssl') ?? '0';
  return mode === undefined && !needsTls && ssl === '0';
}

const modesOfVariable = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
