import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';

/**
 * A driver whose transactions begin with their first statement: where that is a question, both go to the server at once, which
 * spares a transaction one of its round trips (of four statements: one in six), and one that asks nothing spares all of them. It is
 * for a server on another machine; on the same one it gains nothing that can be measured. The connection must send what it is given
 * in the order given (pg's `pipeline`).
 */
export function beginWithFirstQuestion(driver: Driver): Driver {
  const lent = new WeakMap<DatabaseConnection, Lent>();
  const of = (connection: DatabaseConnection): Lent => lent.get(connection) ?? { own: connection };
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const own: Lent = { own: await driver.acquireConnection() };
      const connection: DatabaseConnection = {
        executeQuery: (query) => asked(driver, own, query),
        streamQuery: (query, size) => own.own.streamQuery(query, size),
      };
      lent.set(connection, own);
      return connection;
    },
    async beginTransaction(connection, settings) {
      of(connection).beginning = settings;
    },
    commitTransaction: (connection) => ended(of(connection), (own) => driver.commitTransaction(own)),
    rollbackTransaction: (connection) => ended(of(connection), (own) => driver.rollbackTransaction(own)),
    releaseConnection: (connection) => driver.releaseConnection(of(connection).own),
    destroy: () => driver.destroy(),
  };
}

/** A connection, and how the transaction on it is to begin that has asked nothing yet. */
type Lent = { readonly own: DatabaseConnection; beginning?: TransactionSettings | undefined };

async function asked<Row>(driver: Driver, lent: Lent, query: CompiledQuery): Promise<QueryResult<Row>> {
  const { own, beginning } = lent;
  if (beginning === undefined) return own.executeQuery<Row>(query);
  lent.beginning = undefined;
  const begun = driver.beginTransaction(own, beginning);
  // Should the transaction not begin, nothing is changed by what was asked outside of it; a change waits until it has.
  if (query.query.kind !== 'SelectQueryNode') await begun;
  const [, answer] = await Promise.all([begun, own.executeQuery<Row>(query)]);
  return answer;
}

async function ended(lent: Lent, end: (own: DatabaseConnection) => Promise<void>): Promise<void> {
  const hasAsked = lent.beginning === undefined;
  lent.beginning = undefined;
  if (hasAsked) await end(lent.own);
}
