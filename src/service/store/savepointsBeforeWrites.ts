import { CompiledQuery } from 'kysely';
import type { Execute } from './wrapConnections.js';

/**
 * Sends a savepoint with the first change after it, and not at all where none follows: most of what is executed only reads.
 * With it a signature on SQLite takes 0.1 ms of CPU less, of some 1.2 ms; on PostgreSQL each statement costs some 0.2 ms on both sides.
 *
 * The connection must send what it is given in the order given (pg's `pipeline`).
 */
export function savepointsBeforeWrites(execute: Execute): Execute {
  let unsent: string[] = [];
  const sentNames = new Set<string>();
  const inOrder: Execute = async (query, ...options) => {
    const { sql } = query;
    const [, statement, name = ''] = mark.exec(sql) ?? [];
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
  return (query, ...options) => {
    const isSelect = query.sql.startsWith('select ');
    const isMark = query.query.kind === 'RawNode'; // or begins or ends the transaction
    return isSelect || (!isMark && unsent.length === 0) ? execute(query, ...options) : inOrder(query, ...options);
  };
}

const mark = /^(savepoint|rollback to|release) (\w+)$/;

const nothing = { rows: [] };
