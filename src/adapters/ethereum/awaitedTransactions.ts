import type { Client } from '../../client/createClient.js';
import { isObject } from '../../crypto/json.js';
import type { Session } from '../../sessions/session.js';
import { deviceRecord } from './deviceRecord.js';
import type { Hex } from './transaction.js';
import { isAddress } from './values.js';

/** A transaction that others must agree to before it is signed, and that was to be sent from this device. */
export type AwaitedTransaction = {
  readonly organizationId: string;
  readonly userId: string;
  readonly activityId: string;
  readonly chainId: number;
  readonly address: Hex;
  /** In hex without 0x. */
  readonly unsigned: string;
  /** Whether the kit has chosen its nonce. */
  readonly isOwn: boolean;
  /** When it was asked for, in milliseconds since 1970. */
  readonly atMs: number;
};

/** The transactions that a person has sent from this device and that waited for others, oldest first: one list for all tabs. */
export function awaitedTransactions(client: Client): {
  /** Those of a session's user. */
  readonly of: (session: Session) => readonly AwaitedTransaction[];
  readonly add: (awaited: AwaitedTransaction) => void;
  readonly forget: (activityId: string) => void;
} {
  const record = deviceRecord(client, 'awaited', isList);
  const all = () => (record.read() ?? []).filter(isAwaited).filter(({ atMs }) => Math.abs(Date.now() - atMs) < keptMs);
  const others = (activityId: string) => all().filter((each) => each.activityId !== activityId);
  return {
    of: ({ organizationId, userId }) =>
      all().filter((each) => each.organizationId === organizationId && each.userId === userId),
    add: (awaited) => record.write([...others(awaited.activityId), awaited].slice(-mostAwaited)),
    forget(activityId) {
      const rest = others(activityId);
      if (rest.length < all().length) record.write(rest.length > 0 ? rest : undefined);
    },
  };
}

const mostAwaited = 50;
/** Thirty days. */
const keptMs = 30 * 86_400_000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isAwaited = (value: unknown): value is AwaitedTransaction =>
  isObject(value) &&
  [value.chainId, value.atMs].every(Number.isSafeInteger) &&
  typeof value.isOwn === 'boolean' &&
  isAddress(value.address) &&
  [value.organizationId, value.userId, value.activityId, value.unsigned].every((text) => typeof text === 'string');
