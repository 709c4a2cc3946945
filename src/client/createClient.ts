import { serviceBase } from '../contract/readUrl.js';
import type { SigningKey } from '../crypto/p256.js';
import type { KeyStore } from '../sessions/keyStore.js';
import { openKeyStore } from '../sessions/openKeyStore.js';
import { pageMemory } from '../sessions/pageMemory.js';
import { createSessionStore, type SessionStore } from '../sessions/sessionStore.js';
import { type DeviceTokens, openDeviceTokens } from './deviceTokens.js';
import { type ServiceClock, serviceClock } from './serviceClock.js';
import { type ClientSettings, checkSettings } from './settings.js';
import { defaultWallet } from './wallet.js';

/** The first argument of every call and flow: where the service is, and who is logged in on this device. */
export type Client = {
  /** The settings with their defaults filled in; URLs without `/v1` and a slash at the end. */
  readonly settings: ClientSettings & Required<Pick<ClientSettings, 'coordinatorUrl' | 'wallet' | 'timeoutMs'>>;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  /** The tokens by which the service recognises this device. */
  readonly deviceTokens: DeviceTokens;
  readonly clock: ServiceClock;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly random: () => number;
  /** Logins whose answer was lost, by the typed code, so that the same code can be tried again with the same key. */
  readonly unfinishedLogins: Map<string, UnfinishedLogin>;
  /** Called after each answered request that a session stamped. */
  readonly stampListeners: Set<() => void>;
};

/** The state of a login when its answer was lost. */
export type UnfinishedLogin = { readonly key: Promise<SigningKey>; verificationToken?: string };

/**
 * Creates a client. Nothing is opened, requested or stored before its first use, so that servers can create one too.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 */
export function createClient(settings: ClientSettings): Client {
  checkSettings(settings);
  const { authProxyUrl, authProxyConfigId, clock = Date.now, storage } = settings;
  const keys = settings.keys ?? openKeyStore({ clock });
  const name = settings.sessionName ?? authProxyConfigId;
  // Sessions are stored beside their keys: an app's own key store is not the page's.
  const memory = settings.keys === undefined ? { memory: () => pageMemory().entries } : {};
  return {
    settings: {
      ...settings,
      authProxyUrl: serviceBase(authProxyUrl),
      coordinatorUrl: serviceBase(settings.coordinatorUrl ?? new URL(authProxyUrl).origin),
      wallet: settings.wallet === undefined ? defaultWallet : settings.wallet,
      timeoutMs: settings.timeoutMs ?? 15_000,
    },
    keys,
    sessions: createSessionStore({ keys, clock, name, ...memory, ...(storage && { storage }) }),
    deviceTokens: openDeviceTokens({ authProxyUrl: serviceBase(authProxyUrl), authProxyConfigId }, storage),
    clock: serviceClock(clock),
    fetch: (url, init) => (settings.fetch ?? fetch)(url, init), // looked up at each call, in case the platform's is replaced
    random: settings.random ?? strongRandom,
    unfinishedLogins: new Map(),
    stampListeners: new Set(),
  };
}

const strongRandom = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
