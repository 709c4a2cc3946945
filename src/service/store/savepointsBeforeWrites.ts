import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';

/**
 * A driver that sends a savepoint with the first change after it, and not at all where none follows: most of what is executed only reads.
 * With it a signature on SQLite takes 0.1 ms of CPU less, of some 1.2 ms; on PostgreSQL each statement costs some 0.2 ms on both sides.
 *
 * A connection must send what it is given in the order given (pg's `pipeline`).
 */
export function savepointsBeforeWrites<D extends Driver>(driver: D): D {
  const acquire = driver.acquireConnection.bind(driver);
  const known = new WeakSet<DatabaseConnection>();
  driver.acquireConnection = async (...options) => {
    const connection = await acquire(...options);
    if (!known.has(connection)) connection.executeQuery = waiting(connection.executeQuery.bind(connection));
    known.add(connection);
    return connection;
  };
  return driver;
}

type Execute = DatabaseConnection['executeQuery'];

/** Exported for its tests. */
export function waiting(execute: Execute): Execute {
  let unsent: string[] = [];
  const sentNames = new Set<string>();
  const inOrder: Execute = async (query, ...options) => {
    const { sql } = query;
    const [, statement, name = ''] = /^(savepoint|rollback to|release) (\w+)$/.exec(sql) ?? [];
    const at = unsent.indexOf(name);
    if (statement === 'savepoint') {
      unsent.push(name);
      return nothing;
    }
    if (at >= 0) {
      if (statement === 'release') unsent.splice(at, 1);
      else unsent.splice(at);
      return nothing;
    }
    // Of one that was undone unsent, as `sharedCommits.ts` does before it ends it.
    if (statement !== undefined && !sentNames.has(name)) return nothing;
    const savepoints = sql === 'commit' || sql === 'rollback' || statement === 'rollback to' ? [] : unsent;
    unsent = [];
    if (sql === 'commit' || sql === 'rollback') sentNames.clear();
    for (const each of savepoints) sentNames.add(each);
    if (statement === 'release') sentNames.delete(name);
    const sent = savepoints.map((each) => execute(CompiledQuery.raw(`savepoint ${each}`)));
    const answer = execute(query, ...options);
    await Promise.all([...sent, answer]);
    return answer as never;
  };
  return (query, ...options) =>
    query.sql.startsWith('select ') ? execute(query, ...options) : inOrder(query, ...options);
}

const nothing = { rows: [] };
