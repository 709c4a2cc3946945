import { memoryReplayStore, type ReplayStore } from './replayStore.js';

/**
 * The default store of a kind of proofs: one for the whole process, however many copies of this module a bundler has made.
 *
 * In production it warns once, since a second process would accept a proof again.
 */
export function replayStoreOfProcess(kind: 'requests' | 'webhooks' = 'requests'): ReplayStore {
  const shared = globalThis as { [name]?: Partial<Record<typeof kind, ReplayStore>> };
  shared[name] ??= {};
  shared[name][kind] ??= opened();
  return shared[name][kind];
}

const name = Symbol.for('latchkey.server.replayStores');

function opened(): ReplayStore {
  const { process } = globalThis;
  if (process?.env.NODE_ENV === 'production') {
    process.emitWarning(
      'latchkey/server remembers shown proofs in the memory of this process. ' +
        'If more than one process answers, give verifyRequest and verifyWebhook a replayStore that they share.',
    );
  }
  return memoryReplayStore();
}
