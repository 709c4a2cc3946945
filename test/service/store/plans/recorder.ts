import type { CompiledQuery, Kysely, QueryExecutor } from 'kysely';
import type { Tables } from '../../../../src/service/store/schema.js';
import { type Store, storeOn } from '../../../../src/service/store/store.js';

/** A statement as it was last sent to the database, and the places in `src/service` that send it. */
export type Statement = { readonly sql: string; parameters: readonly unknown[]; readonly places: Set<string> };

/** The same store, and every statement that was put to it from now on. */
export function recorded(store: Store): { readonly store: Store; readonly statements: Map<string, Statement> } {
  const statements = new Map<string, Statement>();
  const db = onExecutor(store.db, (executor) =>
    noting(executor, ({ sql, parameters }) => {
      const statement = statements.get(sql) ?? { sql, parameters, places: new Set() };
      statement.parameters = parameters;
      statement.places.add(callerOf());
      statements.set(sql, statement);
    }),
  );
  return { store: { ...storeOn(store.kind, db), close: store.close }, statements };
}

/** Kysely creates a new instance on the executor that `withPlugin` returns. */
function onExecutor(db: Kysely<Tables>, change: (executor: QueryExecutor) => QueryExecutor): Kysely<Tables> {
  const executor = db.getExecutor();
  const own = Object.assign(executor, { withPlugin: () => change(executor) });
  const changed = db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result });
  Reflect.deleteProperty(own, 'withPlugin');
  return changed;
}

/** The same executor, and every one that is made of it, as a transaction's is. */
function noting(executor: QueryExecutor, note: (query: CompiledQuery) => void): QueryExecutor {
  return new Proxy(executor, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (name === 'executeQuery') note(args[0] as CompiledQuery);
        const answer: unknown = member.apply(target, args);
        return String(name).startsWith('with') ? noting(answer as QueryExecutor, note) : answer;
      };
    },
  });
}

/** `coordinator/users.ts:47`: the nearest line of the service on the way to here, the store's own aside; migrations have none. */
function callerOf(): string {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 40;
  Error.prepareStackTrace = (_, sites) => nearestOf(sites);
  const nearest: unknown = new Error().stack;
  Error.prepareStackTrace = prepareStackTrace;
  const known = String(nearest ?? 'nowhere');
  const place = places.get(known) ?? placeIn(new Error().stack);
  Error.stackTraceLimit = stackTraceLimit;
  places.set(known, place);
  return place;
}

/** By the position in the code as it runs: to find the lines of the sources takes many times as long as to ask a statement. */
const places = new Map([['nowhere', 'nowhere']]);

function nearestOf(sites: readonly NodeJS.CallSite[]): string {
  if (sites.some((site) => site.getFileName()?.includes('store/migrations'))) return 'nowhere';
  const nearest = sites.find((site) => ofService.test(site.getFileName() ?? ''));
  return nearest ? `${nearest.getFileName()}:${nearest.getLineNumber()}:${nearest.getColumnNumber()}` : 'nowhere';
}

const ofService = /src\/service\/(?!store\/)[\w/-]+\.ts/;

function placeIn(stack = ''): string {
  return /src\/service\/((?!store\/)[\w/-]+\.ts:\d+)/.exec(stack)?.[1] ?? 'nowhere';
}
