import { type ActivityRow, type ActivityVersion, versionOf } from '../../../../contract/row.js';
import { activityRows } from '../../../../contract/rows.js';
import type { ActivityName } from './handler.js';

/** What an activity's type stands for. */
export type RowOfType = {
  readonly name: ActivityName;
  readonly row: ActivityRow;
  readonly version: ActivityVersion;
  readonly versionName: string;
};

/** Of a stored activity. */
export function rowOf(type: string): RowOfType {
  const found = findRowOf(type);
  if (!found) throw new Error(`A stored activity has the unknown type ${type}.`);
  return found;
}

/** `undefined` where there is no such type. */
export function findRowOf(type: string): RowOfType | undefined {
  for (const [name, row] of Object.entries<ActivityRow>(activityRows)) {
    const found = versionOf(row, type);
    if (found) return { name: name as ActivityName, row, version: found.version, versionName: found.name };
  }
  return undefined;
}
