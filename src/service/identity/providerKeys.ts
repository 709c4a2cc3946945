import { RefusedError, refused } from '../../contract/refusals.js';
import type { FindProviderKey, Tools } from '../tools.js';
import { askForDocument, askForKeys, type Kept, type ProviderKey } from './askProvider.js';
import { importProviderKey, keyFor } from './providerKey.js';

/** What is known of an issuer. */
type Known = {
  /** Where its keys stand. */
  document?: Kept<string>;
  keys?: Kept<readonly ProviderKey[]>;
  askedAtMs: number;
  failure?: RefusedError | undefined;
  underWay?: Promise<void> | undefined;
};

/**
 * Finds the keys of issuers by their discovery documents, and caches them for as long as these say, at least ten minutes and at most a day.
 * An unknown key id causes a new request, at most once a minute. If an issuer fails, its cached keys stay in use.
 *
 * Each process has its own cache, of {@link mostIssuers} issuers.
 *
 * @see OpenID Connect Discovery, 4; OpenID Connect Core, 10.1.1
 */
export function createProviderKeys({
  outbound,
  clock,
  log,
}: Pick<Tools, 'outbound' | 'clock' | 'log'>): FindProviderKey {
  const issuers = new Map<string, Known>();

  function knownOf(issuer: string): Known {
    const known = issuers.get(issuer) ?? { askedAtMs: Number.NEGATIVE_INFINITY };
    issuers.delete(issuer);
    issuers.set(issuer, known);
    const [oldest = issuer] = issuers.keys();
    if (issuers.size > mostIssuers) issuers.delete(oldest);
    return known;
  }

  async function askAgain(issuer: string, known: Known): Promise<void> {
    known.underWay ??= ask(issuer, known).finally(() => {
      known.underWay = undefined;
    });
    await known.underWay;
  }

  async function ask(issuer: string, known: Known): Promise<void> {
    known.askedAtMs = clock();
    try {
      if (!isFresh(known.document, clock())) known.document = await askForDocument(outbound, issuer, clock());
      if (known.document) known.keys = await askForKeys(outbound, known.document.value, clock());
      known.failure = undefined;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      known.failure = error;
      log('identity provider failed', { issuer, code: error.code });
    }
  }

  /** @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID */
  async function keysOf(issuer: string, known: Known): Promise<readonly ProviderKey[]> {
    const waitsMs = known.keys ? minuteMs : retryMs;
    if (!isFresh(known.keys, clock()) && clock() - known.askedAtMs >= waitsMs) await askAgain(issuer, known);
    else if (!known.keys && known.underWay) await known.underWay;
    if (!known.keys) throw known.failure ?? refused('PROVIDER_UNREACHABLE');
    return known.keys.value;
  }

  return async (issuer, wanted) => {
    const known = knownOf(issuer);
    let key = keyFor(await keysOf(issuer, known), wanted);
    if (!key && clock() - known.askedAtMs >= minuteMs) {
      await askAgain(issuer, known);
      key = keyFor(known.keys?.value ?? [], wanted);
    }
    if (!key) throw refused('OIDC_KEY_UNKNOWN');
    return importProviderKey(key, wanted.algorithm);
  };
}

const mostIssuers = 1000;
const minuteMs = 60_000;
/** How long requests fail at once after an issuer without cached keys has failed. */
const retryMs = 5000;

const isFresh = (kept: Kept<unknown> | undefined, nowMs: number): boolean =>
  kept !== undefined && nowMs < kept.freshUntilMs;
