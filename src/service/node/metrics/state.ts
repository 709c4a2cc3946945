import type { OutboxState } from '../../delivery/outboxState.js';
import type { StoreState } from '../../store/storeState.js';
import type { ListenState } from '../listen.js';
import { type Family, figure } from './text.js';

/** The server: its connections, and the memory that bodies under way hold. */
export const listenFamilies = ({ connections, bodyBytes, answerBytes }: ListenState): readonly Family[] => [
  figure('gauge', 'latchkey_connections', 'Open connections.', connections.open),
  {
    name: 'latchkey_connections_closed_total',
    type: 'counter',
    help: 'Connections closed so that others could come, because their address held too many, or all did.',
    samples: [
      { labels: { too_many: 'of an address' }, value: connections.closedForAddress },
      { labels: { too_many: 'in all' }, value: connections.closedForAll },
    ],
  },
  figure('gauge', 'latchkey_body_bytes', 'Memory held by request bodies above the small ones.', bodyBytes),
  figure('gauge', 'latchkey_answer_bytes', 'Memory held by answers above 16 KiB that are not taken yet.', answerBytes),
];

/** The database: what it had to do again, and the pool of connections to it, where there is one. */
export const storeFamilies = ({ retries, givenUp, pool }: StoreState): readonly Family[] => [
  figure('counter', 'latchkey_transaction_retries_total', 'Tries that others were in the way of.', retries),
  figure('counter', 'latchkey_transactions_given_up_total', 'Transactions given up after too many tries.', givenUp),
  ...(pool === undefined
    ? []
    : [
        {
          name: 'latchkey_database_connections',
          type: 'gauge',
          help: 'Connections to PostgreSQL in use and idle, and requests that wait for one.',
          samples: (['inUse', 'idle', 'waiting'] as const).map((state) => ({
            labels: { state: state === 'inUse' ? 'in use' : state },
            value: pool[state],
          })),
        } as const,
        figure('gauge', 'latchkey_database_connections_max', 'Most connections to PostgreSQL.', pool.most),
      ]),
];

/** Whether the database answers. */
export const databaseFamily = (answers: boolean): Family =>
  figure('gauge', 'latchkey_database_up', 'Whether the database answered just now: 1 or 0.', answers ? 1 : 0);

/** Messages that have not left yet. */
export const outboxFamilies = (outbox: readonly OutboxState[]): readonly Family[] => [
  {
    name: 'latchkey_outbox_messages',
    type: 'gauge',
    help: 'Messages that wait to be sent.',
    samples: outbox.map(({ channel, messages }) => ({ labels: { channel }, value: messages })),
  },
  {
    name: 'latchkey_outbox_oldest_seconds',
    type: 'gauge',
    help: 'How long the oldest of them has waited.',
    samples: outbox.map(({ channel, oldestMs }) => ({ labels: { channel }, value: oldestMs / 1000 })),
  },
];

/** What the process takes of its machine, under the names that client libraries of Prometheus use. */
export function processFamilies(): readonly Family[] {
  const { user, system } = process.cpuUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    figure('counter', 'process_cpu_seconds_total', 'CPU time used.', (user + system) / 1e6),
    figure('gauge', 'process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
    figure('gauge', 'process_start_time_seconds', 'When it started, in seconds since 1970.', startedAt),
  ];
}
