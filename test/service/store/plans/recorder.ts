import type { KyselyPlugin } from 'kysely';
import type { StoreKind } from '../../../../src/service/store/store.js';
import { type Store, storeOn } from '../../../../src/service/store/store.js';

/** A statement as the database got it, the last time it did, and the places in `src/service` that issue it. */
export type Statement = { readonly sql: string; parameters: readonly unknown[]; readonly places: Set<string> };

/** The same store, and every statement that was put to it from now on. */
export function recorded(store: Store): { readonly store: Store; readonly statements: Map<string, Statement> } {
  const statements = new Map<string, Statement>();
  const compiler = store.db.getExecutor();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = compiler.compileQuery(node, queryId);
      const statement = statements.get(sql) ?? { sql, parameters, places: new Set() };
      statement.parameters = parameters;
      statement.places.add(callerOf());
      statements.set(sql, statement);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const kind: StoreKind = store.kind;
  return { store: { ...storeOn(kind, store.db.withPlugin(plugin)), close: store.close }, statements };
}

/** `coordinator/users.ts:47`: the nearest line of the service on the way to here. */
function callerOf(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return /src\/service\/([\w/-]+\.ts:\d+)/.exec(stack)?.[1] ?? 'nowhere';
}
