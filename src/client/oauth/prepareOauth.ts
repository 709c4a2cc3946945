import type { Session } from '../../sessions/session.js';
import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { type PreparedLogin, pendingForMs } from './pendingLogins.js';

/**
 * Prepares a login at a provider: its key, and the provider's URL. Call it when the login button is shown, so that the window opens at the
 * provider at once. Further calls do nothing while the preparation is fresh.
 *
 * @param request - `provider`: as `wallet_kit_config` names it; `session`: whose account it is to be connected to, if it is no login.
 * @throws {OauthError} METHOD_NOT_ENABLED, OAUTH_NOT_CONFIGURED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR
 * @throws {RefusedError} {@link UnreachableError} the configuration is not to be had
 */
export async function prepareOauth(
  client: Client,
  { provider, session }: { provider: string; session?: Session | undefined },
): Promise<void> {
  await preparing(client, { provider, sessionKey: session?.publicKey });
}

/** What a preparation is for; `sessionKey`: of the session that an identity is to be connected to. */
export type Asked = { readonly provider: string; readonly sessionKey?: string | undefined };

/** The preparation for this provider, for one login. */
export function takePrepared(client: Client, asked: Asked): PreparedLogin | undefined {
  const entry = entriesOf(client).get(nameOf(asked));
  if (entry?.ready === undefined || isStale(client, entry.ready)) return undefined;
  entriesOf(client).delete(nameOf(asked));
  return entry.ready;
}

/** {@link takePrepared}, once it is there. */
export async function takeWhenPrepared(client: Client, asked: Asked): Promise<PreparedLogin> {
  await preparing(client, asked);
  return takePrepared(client, asked) ?? takeWhenPrepared(client, asked); // another login may have taken it
}

/** Returns a preparation that was taken and not used. */
export function putBackPrepared(client: Client, asked: Asked, ready: PreparedLogin): void {
  entriesOf(client).set(nameOf(asked), { ready, making: Promise.resolve(ready) });
}

const nameOf = ({ provider, sessionKey = '' }: Asked): string => `${provider} ${sessionKey}`;

type Entry = { readonly making: Promise<PreparedLogin>; ready?: PreparedLogin };

const prepared = new WeakMap<Client, Map<string, Entry>>();

function entriesOf(client: Client): Map<string, Entry> {
  const entries = prepared.get(client) ?? new Map<string, Entry>();
  prepared.set(client, entries);
  return entries;
}

function preparing(client: Client, asked: Asked): Promise<PreparedLogin> {
  const entries = entriesOf(client);
  const name = nameOf(asked);
  const known = entries.get(name);
  if (known && !(known.ready && isStale(client, known.ready))) return known.making;
  const entry: Entry = { making: prepare(client, asked) };
  entries.set(name, entry);
  entry.making.then(
    (ready) => {
      entry.ready = ready;
    },
    () => {
      if (entries.get(name) === entry) entries.delete(name);
    },
  );
  return entry.making;
}

const isStale = (client: Client, { preparedAtMs }: PreparedLogin): boolean =>
  client.clock.onDevice() >= preparedAtMs + pendingForMs;

async function prepare(client: Client, { provider, sessionKey }: Asked): Promise<PreparedLogin> {
  const { prepareAuthorization } = await loadPart(import('./authorization.js')); // loaded when needed: pages that only offer the login do without it
  return prepareAuthorization(client, provider, sessionKey);
}
