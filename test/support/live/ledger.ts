import { createHash } from 'node:crypto';

/** A stamped request. Sent again, it has the same bytes and the same stamp. */
export type Sent = {
  /** The row's name. */
  readonly kind: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Only for the coordinator's activities, which are found in the database by organization and fingerprint. */
  readonly organizationId?: string;
  /** The public key of the session that the request creates. */
  readonly publicKey?: string;
};

/** An answer of the service. */
export type Answer = { readonly status: number; readonly text: string };

/** A request and its answer. */
export type Entry = Sent & { readonly answer: Answer };

/** What the clients know by themselves, without the service or its database. */
export type Ledger = {
  /** All answered requests, in the order of the answers. */
  readonly acknowledged: Entry[];
  /** The time of each answer, by the fingerprint of the request: milliseconds since 1970. */
  readonly acknowledgedAtMs: Map<string, number>;
  /** Requests that were cut off before an answer: they may have taken effect or not. */
  readonly unanswered: Set<Sent>;
  /** Descriptions of answers that no client should get. */
  readonly surprises: string[];
  /** How many requests were answered with 408, 503 or 504. */
  unavailable: number;
};

export const openLedger = (): Ledger => ({
  acknowledged: [],
  acknowledgedAtMs: new Map(),
  unanswered: new Set(),
  surprises: [],
  unavailable: 0,
});

/** The fingerprint of an activity. @see docs/wire.md 2.4 */
export const fingerprintOf = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;
