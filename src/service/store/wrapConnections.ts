import type { DatabaseConnection, Driver } from 'kysely';

/** How a connection executes a statement. */
export type Execute = DatabaseConnection['executeQuery'];

/** A driver whose connections each execute by what `wrap` makes of their own way. */
export function wrapConnections<D extends Driver>(driver: D, wrap: (execute: Execute) => Execute): D {
  const acquire = driver.acquireConnection.bind(driver);
  const known = new WeakSet<DatabaseConnection>();
  driver.acquireConnection = async (...options) => {
    const connection = await acquire(...options);
    if (!known.has(connection)) connection.executeQuery = wrap(connection.executeQuery.bind(connection));
    known.add(connection);
    return connection;
  };
  return driver;
}
