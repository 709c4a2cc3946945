import { fromBase64Url } from '../crypto/base64url.js';
import type { Bytes } from '../crypto/bytes.js';
import { WebhookError } from './webhookError.js';

/** How the published keys are fetched. */
export type FetchJwks = (url: string, init: RequestInit) => Promise<Response>;

/** The public keys of one URL. */
export type WebhookKeys = {
  /**
   * The key with this id. Keys are fetched when they are first needed, and again for an unknown id, at most once a minute; after a fetch
   * that failed, at most every five seconds.
   *
   * @returns 32 bytes
   * @throws {WebhookError} WEBHOOK_KEYS_UNREACHABLE, or WEBHOOK_KEY_UNKNOWN where none of those fetched last has this id
   */
  readonly find: (keyId: string, nowMs: number) => Promise<Bytes>;
};

/** @see RFC 8037, 2: Ed25519 keys in a JWK set */
export function webhookKeys(jwksUrl: string, send: FetchJwks): WebhookKeys {
  let keys: ReadonlyMap<string, Bytes> = new Map();
  let last = { atMs: Number.NEGATIVE_INFINITY, failed: false };
  let underWay: Promise<void> | undefined;

  async function read(nowMs: number): Promise<void> {
    last = { atMs: nowMs, failed: true };
    keys = await fetched(jwksUrl, send);
    last = { atMs: nowMs, failed: false };
  }

  return {
    async find(keyId, nowMs) {
      const isDue = Math.abs(nowMs - last.atMs) >= (last.failed ? afterFailureMs : minuteMs);
      if (!keys.has(keyId) && (underWay || isDue)) {
        underWay ??= read(nowMs).finally(() => {
          underWay = undefined;
        });
        await underWay;
      }
      const key = keys.get(keyId);
      if (!key) throw new WebhookError(last.failed ? 'WEBHOOK_KEYS_UNREACHABLE' : 'WEBHOOK_KEY_UNKNOWN');
      return key;
    },
  };
}

const minuteMs = 60_000;
const afterFailureMs = 5_000;
const timeoutMs = 5_000;

async function fetched(jwksUrl: string, send: FetchJwks): Promise<ReadonlyMap<string, Bytes>> {
  try {
    const response = await send(jwksUrl, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new WebhookError('WEBHOOK_KEYS_UNREACHABLE');
    const { keys } = (await response.json()) as { keys: readonly { kid: string; crv: string; x: string }[] };
    return new Map(keys.filter(({ crv }) => crv === 'Ed25519').map(({ kid, x }) => [kid, fromBase64Url(x)]));
  } catch (cause) {
    throw cause instanceof WebhookError ? cause : new WebhookError('WEBHOOK_KEYS_UNREACHABLE', { cause });
  }
}
