import type { Client } from '../createClient.js';
import { loadPart } from '../loadPart.js';
import { pendingForMs } from '../oauth/pendingLogins.js';
import type { PreparedOauth } from '../oauth/preparedOauth.js';

/**
 * Prepares a login at a provider: its key, and the provider's URL. Call it when the login button is shown, so that the window opens at the
 * provider at once. Further calls do nothing while the preparation is fresh.
 *
 * @param request - `provider`: as `wallet_kit_config` names it.
 * @throws {OauthError} METHOD_NOT_ENABLED, OAUTH_NOT_CONFIGURED, OAUTH_PROVIDER_UNREACHABLE, OAUTH_PROVIDER_ERROR
 * @throws {RefusedError} {@link UnreachableError} the configuration is not to be had
 */
export async function prepareOauth(client: Client, { provider }: { provider: string }): Promise<void> {
  await preparing(client, provider);
}

/** The preparation for this provider, for one login. */
export function takePrepared(client: Client, provider: string): PreparedOauth | undefined {
  const entry = entriesOf(client).get(provider);
  if (entry?.ready === undefined || isStale(client, entry.ready)) return undefined;
  entriesOf(client).delete(provider);
  return entry.ready;
}

/** {@link takePrepared}, once it is there. */
export async function takeWhenPrepared(client: Client, provider: string): Promise<PreparedOauth> {
  await preparing(client, provider);
  return takePrepared(client, provider) ?? takeWhenPrepared(client, provider); // another login may have taken it
}

/** Returns a preparation that was taken and not used. */
export function putBackPrepared(client: Client, ready: PreparedOauth): void {
  entriesOf(client).set(ready.provider.name, { ready, making: Promise.resolve(ready) });
}

type Entry = { readonly making: Promise<PreparedOauth>; ready?: PreparedOauth };

const prepared = new WeakMap<Client, Map<string, Entry>>();

function entriesOf(client: Client): Map<string, Entry> {
  const entries = prepared.get(client) ?? new Map<string, Entry>();
  prepared.set(client, entries);
  return entries;
}

function preparing(client: Client, provider: string): Promise<PreparedOauth> {
  const entries = entriesOf(client);
  const known = entries.get(provider);
  if (known && !(known.ready && isStale(client, known.ready))) return known.making;
  const entry: Entry = { making: prepare(client, provider) };
  entries.set(provider, entry);
  entry.making.then(
    (ready) => {
      entry.ready = ready;
    },
    () => {
      if (entries.get(provider) === entry) entries.delete(provider);
    },
  );
  return entry.making;
}

const isStale = (client: Client, { preparedAtMs }: PreparedOauth): boolean =>
  client.clock.onDevice() >= preparedAtMs + pendingForMs;

async function prepare(client: Client, name: string): Promise<PreparedOauth> {
  const { makeOauth } = await loadPart(import('./makeOauth.js')); // loaded when needed: pages that only offer the login do without it
  return makeOauth(client, name);
}
