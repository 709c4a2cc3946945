import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely';

/**
 * A driver that does not wait for the answer to a change inside a transaction, unless it returns rows: the next question goes out at once,
 * and a commit once all have succeeded. Half of a login's round trips are such changes. What a change meets is thrown by the next statement
 * that is awaited, at the latest by the commit, so that the transaction ends as it would have; how many rows it changed is not told.
 *
 * A connection must send what it is given in the order given (pg's `pipeline`).
 */
export function pipelineWrites<D extends Driver>(driver: D): D {
  const acquire = driver.acquireConnection.bind(driver);
  const known = new WeakSet<DatabaseConnection>();
  driver.acquireConnection = async (...options) => {
    const connection = await acquire(...options);
    if (!known.has(connection)) connection.executeQuery = pipelined(connection.executeQuery.bind(connection));
    known.add(connection);
    return connection;
  };
  return driver;
}

type Execute = DatabaseConnection['executeQuery'];

/** Exported for its tests. */
export function pipelined(execute: Execute): Execute {
  let isTransaction = false;
  let sent: Promise<unknown>[] = [];
  /** Settles when everything sent has succeeded; what failed first is thrown, until the transaction is rolled back. */
  const answered = async () => {
    await Promise.all(sent);
    sent = [];
  };
  const inOrder: Execute = async (query, ...options) => {
    const { sql } = query;
    if (/^(begin|start transaction)/.test(sql)) isTransaction = true;
    if (sql === 'commit') await answered();
    if (sql === 'commit' || sql === 'rollback') isTransaction = false;
    if (sql === 'rollback') sent = []; // it ends what failed, too
    const answer = execute(query, ...options);
    answer.catch(() => {}); // it is awaited below, or by the next statement
    if (isTransaction && isUnanswered(query) && sent.length < mostAhead) {
      sent.push(answer);
      return nothing;
    }
    await answered(); // the first failure is the cause of the others
    return answer as never;
  };
  return (query, ...options) =>
    query.query.kind === 'SelectQueryNode' && sent.length === 0
      ? execute(query, ...options)
      : inOrder(query, ...options);
}

/** Whether the answer says nothing but that it is done. */
function isUnanswered({ sql, query }: CompiledQuery): boolean {
  if (query.kind === 'RawNode') return sql.startsWith('release ');
  if (query.kind !== 'InsertQueryNode' && query.kind !== 'UpdateQueryNode' && query.kind !== 'DeleteQueryNode')
    return false;
  return query.returning === undefined;
}

/** Changes without an answer so far; the next one waits for all of them. */
const mostAhead = 64;

const nothing = { rows: [] };
