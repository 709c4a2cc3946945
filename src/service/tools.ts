import type { Bytes } from '../crypto/bytes.js';
import type { Attestor } from './attestation/attestor.js';
import type { NewTimedId } from './ids.js';
import type { TakeDerivations } from './limits/derivations.js';
import type { RecordCounts, RecordPerHour } from './limits/recorded.js';
import type { RefusedLogins } from './limits/refusedLogins.js';
import type { OpenWork, RequestWork } from './limits/requestWork.js';
import type { Statistics } from './limits/statistics.js';
import type { Outbound } from './outbound.js';
import type { Primitives, Random } from './primitives.js';
import type { Row } from './store/schema.js';
import type { Store } from './store/store.js';
import type { StartSpan } from './tracing.js';
import type { Sealer } from './vault/seal.js';

/** Milliseconds since 1970. */
export type Clock = () => number;

/** One structured line; an undefined fact is left out. Never a secret: no code, token, key, contact or body. */
export type Log = (event: string, facts?: Record<string, string | number | boolean | undefined>) => void;

/** The issuer's key that a token names. */
export type WantedKey = { readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'; readonly keyId: string | undefined };

/**
 * Finds the key by which an identity provider signed a token.
 *
 * @param issuer - one that a configuration names, never one that only a token does.
 * @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID, OIDC_KEY_UNKNOWN
 */
export type FindProviderKey = (issuer: string, wanted: WantedKey) => Promise<CryptoKey>;

/** The name of a provider whose codes the service exchanges, in configurations, the kit and stored identities. */
export type Oauth2Name = 'x' | 'discord';

/** Where such a provider answers. */
export type Oauth2Endpoints = {
  /** Where people are sent to. */
  readonly authorization: string;
  /** Where a code is exchanged. */
  readonly token: string;
  /** Who the person is. */
  readonly user: string;
};

/** Endpoints that the service's settings put in the place of those built in, for development and tests. */
export type ReplacedEndpoints = Partial<Readonly<Record<Oauth2Name, Oauth2Endpoints>>>;

/** How many days the auth proxy's own activities are kept in full, each at least 1: the completed, and the failed. */
export type RetentionDays = { readonly completed: number; readonly failed: number };

/** What the coordinator has at hand. All of it comes from outside, so that a test or a page can hand in its own. */
export type Tools = {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly primitives: Primitives;
  readonly clock: Clock;
  readonly random: Random;
  /** This service's own: what it makes is in the order of making. */
  readonly newTimedId: NewTimedId;
  /** 32 bytes: keys the hashes of one-time codes and of client addresses. */
  readonly codePepper: Bytes;
  /** Those before it: codes may still be hashed with them. */
  readonly olderCodePeppers: readonly Bytes[];
  /** 65 bytes: what the proxy's API keys are sealed to. */
  readonly proxyPublicKey: Bytes;
  /** How long the auth proxy's own activities are kept in full. */
  readonly retentionDays: RetentionDays;
  /** What a sub-organization may record. */
  readonly recordPerHour: RecordPerHour;
  /** What all sub-organizations that strangers signed up for may record in an hour, used from one address; 0: as much as they like. */
  readonly recordMebibytesPerAddress: number;
  readonly recordCounts: RecordCounts;
  /** Logins that were refused, until they are written down. */
  readonly refusedLogins: RefusedLogins;
  /** What has happened, until it is written down. */
  readonly statistics: Statistics;
  readonly log: Log;
  /** How other servers are called. */
  readonly outbound: Outbound;
  readonly findProviderKey: FindProviderKey;
  /** Where the service is reached: an origin, by which its own ID tokens name it. Without one it issues none. */
  readonly publicUrl: string | undefined;
  /** Where operators log in by passkey. Without one there is no such page. */
  readonly dashboardUrl: string | undefined;
  readonly oauth2Endpoints: ReplacedEndpoints;
  readonly takeDerivations: TakeDerivations;
  readonly attestor: Attestor;
  readonly openWork: OpenWork;
  /** Of the request that is answered. */
  readonly work: Pick<RequestWork, 'charge' | 'chargeAll'>;
  /** The same, as the log names it. */
  readonly requestId: string | undefined;
  /** The trace that it belongs to, and its own span if there are spans, as W3C Trace Context has it. */
  readonly traceparent: string | undefined;
  /** Without it there are no spans. */
  readonly startSpan: StartSpan | undefined;
  /** Reports that a message of a channel was put into the outbox. */
  readonly posted: (channel: Row<'outbox'>['channel']) => void;
};
