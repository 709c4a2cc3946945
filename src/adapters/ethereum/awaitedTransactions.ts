import type { Client } from '../../client/createClient.js';
import type { Session } from '../../sessions/session.js';
import { deviceRecord } from './deviceRecord.js';
import { isRecord } from './parameters.js';
import type { Hex } from './transaction.js';

/** A transaction that others must agree to before it is signed, and that was to be sent from this device. */
export type AwaitedTransaction = {
  readonly organizationId: string;
  readonly userId: string;
  readonly activityId: string;
  readonly chainId: number;
  readonly address: Hex;
  /** In hex without 0x. */
  readonly unsigned: string;
};

/** The transactions that a person has sent from this device and that waited for others, oldest first: one list for all tabs. */
export function awaitedTransactions(client: Client): {
  /** Those of a session's user. */
  readonly of: (session: Session) => readonly AwaitedTransaction[];
  readonly add: (awaited: AwaitedTransaction) => void;
  readonly forget: (activityId: string) => void;
} {
  const record = deviceRecord(client, 'awaited', isList);
  const all = () => record.read() ?? [];
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

const isList = (value: unknown): value is readonly AwaitedTransaction[] =>
  Array.isArray(value) && value.every(isAwaited);

const isAwaited = (value: unknown): boolean =>
  isRecord(value) &&
  Number.isSafeInteger(value.chainId) &&
  [value.organizationId, value.userId, value.activityId, value.address, value.unsigned].every(
    (text) => typeof text === 'string',
  );
