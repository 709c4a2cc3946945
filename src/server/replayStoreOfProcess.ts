import { memoryReplayStore, type ReplayStore } from './replayStore.js';

/**
 * The default store: one for the whole process, however many copies of this module a bundler has made.
 *
 * In production it warns once, since a second process would accept a proof again.
 */
export function replayStoreOfProcess(): ReplayStore {
  const shared = globalThis as { [name]?: ReplayStore };
  shared[name] ??= opened();
  return shared[name];
}

const name = Symbol.for('latchkey.server.replayStore');

function opened(): ReplayStore {
  const { process } = globalThis;
  if (process?.env.NODE_ENV === 'production') {
    process.emitWarning(
      'latchkey/server remembers shown proofs in the memory of this process. ' +
        'If more than one process answers, give verifyRequest a replayStore that they share.',
    );
  }
  return memoryReplayStore();
}
