import { createHash } from 'node:crypto';

/** A request as it goes over the wire. Sent again, it is the same bytes with the same stamp. */
export type Sent = {
  /** The row's name. */
  readonly kind: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set on the coordinator's activities: by organization and fingerprint they are found in the database. */
  readonly organizationId?: string;
  /** What the client itself knows about the effect: the key of a session, the code of a token. */
  readonly publicKey?: string;
};

/** What the service said: the word that it must keep. */
export type Answer = { readonly status: number; readonly text: string };

/** A request and its answer. */
export type Entry = Sent & { readonly answer: Answer };

/** All that a load client knows by itself, and that is never asked of the service or its database. */
export type Ledger = {
  /** In the order in which the answers came; nothing is ever taken out. */
  readonly acknowledged: Entry[];
  /** When each of them was, by the fingerprint of its bytes: milliseconds since 1970. */
  readonly acknowledgedAtMs: Map<string, number>;
  /** Sent, and cut off before an answer: they may or may not have happened. */
  readonly unanswered: Set<Sent>;
  /** Answers that no client should get. */
  readonly surprises: string[];
  /** 503: the service said that it could not. */
  unavailable: number;
};

export const openLedger = (): Ledger => ({
  acknowledged: [],
  acknowledgedAtMs: new Map(),
  unanswered: new Set(),
  surprises: [],
  unavailable: 0,
});

/** What the service calls an activity by. @see Wire facts 2.4 */
export const fingerprintOf = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;
