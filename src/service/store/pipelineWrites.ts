import type { CompiledQuery } from 'kysely';
import type { Execute } from './wrapConnections.js';

/**
 * Does not wait for the answer to a change inside a transaction, unless it returns rows: the next question goes out at once, and the commit,
 * too, which PostgreSQL answers with a rollback where something failed. Half of a login's round trips are such changes. What a change meets
 * is thrown by the next statement that is awaited, at the latest by the commit, so that the transaction ends as it would have; how many rows
 * it changed is not told.
 *
 * The connection must send what it is given in the order given (pg's `pipeline`).
 */
export function pipelineWrites(execute: Execute): Execute {
  let isTransaction = false;
  let sent: Promise<unknown>[] = [];
  /** Settles when everything sent has succeeded; what failed first is thrown, until the transaction is rolled back. */
  const answered = async () => {
    // In their order: the first is the cause of the others, which may be told of before it.
    for (let first = sent[0]; first !== undefined; first = sent[0]) {
      await first;
      if (sent[0] === first) sent.shift();
    }
  };
  const inOrder: Execute = async (query, ...options) => {
    const { sql } = query;
    if (/^(begin|start transaction)/.test(sql)) isTransaction = true;
    if (sql === 'commit' || sql === 'rollback') isTransaction = false;
    if (sql === 'rollback') sent = []; // it ends what failed, too
    const answer = execute(query, ...options);
    answer.catch(() => {}); // it is awaited below, or by the next statement
    if (isTransaction && isUnanswered(query) && sent.length < mostAhead) {
      sent.push(answer);
      return nothing;
    }
    await answered();
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
