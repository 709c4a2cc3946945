import type { Kysely } from 'kysely';
import { reasonOf, type StartSpan } from '../tracing.js';
import type { Tables } from './schema.js';
import type { Store } from './store.js';
import { StoreError } from './storeError.js';

/** A store whose transactions are spans, children of the one that `parent` names. */
export function tracedStore(store: Store, startSpan: StartSpan, parent: string | undefined): Store {
  const attributes = { 'db.system.name': store.kind === 'postgres' ? 'postgresql' : 'sqlite' };
  return {
    ...store,
    async transaction(run) {
      const span = startSpan('transaction', { kind: 'internal', parent, attributes });
      let tries = 0;
      const told = () => ({ 'latchkey.transaction.retries': Math.max(0, tries - 1) });
      try {
        const result = await store.transaction((transaction) => {
          tries += 1;
          spans.set(transaction, span.traceparent);
          return run(transaction);
        });
        span.end({ ...told(), 'latchkey.transaction.outcome': 'committed' });
        return result;
      } catch (error) {
        const ended = { ...told(), 'latchkey.transaction.outcome': 'rolled back', 'error.type': reasonOf(error) };
        span.end(ended, error instanceof StoreError ? 'failed' : undefined);
        throw error;
      }
    },
  };
}

/** The `traceparent` of the transaction that runs, if that is a span. */
export const traceparentOf = (db: Kysely<Tables>): string | undefined => spans.get(db);

const spans = new WeakMap<object, string>();
