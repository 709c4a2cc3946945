import type { WalletParams } from '../contract/shapes.js';
import { LatchkeyError } from '../errors.js';
import type { KeyStore } from '../sessions/keyStore.js';
import type { SessionStorage } from '../sessions/sessionRecords.js';

/** The public keys of a service: P-256, SEC 1 uncompressed, 130 hex digits each. */
export type Trust = {
  /** Signs export and import bundles. */
  readonly signerPublicKey: string;
  /** Signs session tokens. */
  readonly notarizerPublicKey: string;
  /** Signs verification tokens. */
  readonly tlsFetcherSignPublicKey: string;
  /** Opens what is sealed for the service. */
  readonly tlsFetcherEncryptPublicKey: string;
};

/** What a client needs to know. The first two are public ids, to be written into an app as they are. */
export type ClientSettings = {
  /** Where the auth proxy answers, without `/v1`: `https://auth.example.com`. */
  readonly authProxyUrl: string;
  /** The organization's configuration of it: a UUID. */
  readonly authProxyConfigId: string;
  /** Where the coordinator answers, without `/public/v1`. Default: the origin of `authProxyUrl`. */
  readonly coordinatorUrl?: string;
  /**
   * With it, the signature of every session token is verified. Without it, the token's claims are checked, and the first
   * stamped answer proves the session.
   */
  readonly trust?: Trust;
  /** The wallet that a new person gets. Default: {@link defaultWallet}; `null`: none. */
  readonly wallet?: WalletParams | null;
  /**
   * The language of the screens, the mails and the text messages, as a BCP 47 tag: `de`, `pt-BR`. Written in English (the default),
   * German, French, Spanish, Portuguese, Japanese, Chinese in simplified characters, and Arabic; any other becomes English.
   */
  readonly language?: string;
  /** Whose passkeys they are: the page's host or a parent domain of it, as `example.com`. Default: the page's host. */
  readonly passkeyRpId?: string;
  /** Keeps the sessions of two apps on one origin apart. Default: `authProxyConfigId`. */
  readonly sessionName?: string;
  /** Whether a {@link LatchkeyProvider} renews sessions while its page is in use. Default: true. */
  readonly autoRefresh?: boolean;
  /** How long one request may take, its repetitions included. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Default: the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** The device's time in milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Where session keys are kept. Default: IndexedDB, or memory where that is refused. */
  readonly keys?: KeyStore;
  /** Where sessions are written down. Default: `localStorage`, or memory where that is refused. */
  readonly storage?: SessionStorage;
  /** A number from 0 up to 1, drawn anew each time; it spreads repetitions. Default: the platform's strong source. */
  readonly random?: () => number;
};

/**
 * Looks at what would otherwise fail later, and less clearly.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 */
export function checkSettings({ authProxyUrl, authProxyConfigId, coordinatorUrl }: ClientSettings): void {
  for (const [name, url] of Object.entries({ authProxyUrl, coordinatorUrl }))
    if (url !== undefined && !/^https?:\/\/[^/?#]+[^?#]*$/.test(url))
      throw invalid(`${name} must be an absolute http(s) URL such as https://auth.example.com`);
  if (!authProxyConfigId)
    throw invalid('authProxyConfigId is missing: it is the UUID of your auth proxy configuration');
}

const invalid = (why: string): SettingsError => new SettingsError('SETTINGS_INVALID', `Latchkey settings: ${why}.`);

/** A client cannot be made of these settings. */
export class SettingsError extends LatchkeyError<'SETTINGS_INVALID'> {}
