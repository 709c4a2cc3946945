import type { Client } from './createClient.js';
import type { Trust } from './settings.js';

// It imports nothing: what it shared with other files would be loaded apart from them, which costs every app more than this file is long.

const known = new WeakMap<Client, Promise<Trust>>();

/** The public keys of the development service, which are asked for once; a failure is not kept. */
export function developmentTrust(client: Client): Promise<Trust> {
  const before = known.get(client);
  if (before) return before;
  const fetched = fetchTrust(client).catch((error) => {
    known.delete(client);
    throw error;
  });
  known.set(client, fetched);
  return fetched;
}

async function fetchTrust({ settings, fetch }: Client): Promise<Trust> {
  const { origin } = new URL(settings.authProxyUrl);
  const answer = await fetch(`${origin}/dev/trust`, { method: 'GET', credentials: 'omit' })
    .then((response): Promise<unknown> => response.json())
    .catch(() => undefined);
  if (isTrust(answer)) return answer;
  throw new TypeError(
    `trust: 'development' needs a development service: ${origin}/dev/trust does not answer with its keys`,
  );
}

const names = [
  'signerPublicKey',
  'notarizerPublicKey',
  'tlsFetcherSignPublicKey',
  'tlsFetcherEncryptPublicKey',
] as const satisfies readonly (keyof Trust)[];

function isTrust(answer: unknown): answer is Trust {
  if (typeof answer !== 'object' || answer === null) return false;
  const keys = answer as Record<string, unknown>;
  return names.every((name) => /^04[\da-f]{128}$/.test(String(keys[name])));
}
