import type { Database } from 'libsql';
import { isBytes } from './isBytes.js';

/**
 * Whether a statement has one row at most, and says by itself what its columns are called: it ends in `limit 1`, and no `*` in it
 * means other columns once another process has changed a table.
 */
export const isOneRow = (sql: string): boolean => sql.endsWith(' limit 1') && !sql.includes('*');

/**
 * Reads the row of such a statement; `[]` where there is none. It costs libsql a third of what `all` does, which opens a list and
 * hands over a name with each value.
 */
export function oneRow(statement: ReturnType<Database['prepare']>): (values: readonly unknown[]) => unknown[] {
  const names = statement.columns().map(({ name }) => name);
  const raw = statement.raw();
  // What an error left open, only a list closes before it begins.
  let isOpen = false;
  const read = (values: readonly unknown[]) => {
    const wasOpen = isOpen;
    isOpen = true;
    const row = wasOpen ? raw.all(values)[0] : raw.get(values);
    isOpen = false;
    return row as readonly unknown[] | undefined;
  };
  return (values) => {
    const row = read(values);
    if (row === undefined) return [];
    const record: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) {
      const value = row[at];
      record[name] = isBytes(value) ? new Uint8Array(value) : value; // bytes come as a Buffer
    }
    return [record];
  };
}
