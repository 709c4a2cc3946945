import { type ActivityRow, type ActivityVersion, versionOf } from '../../../../contract/row.js';
import { activityRows } from '../../../../contract/rows.js';
import type { ActivityName } from './handler.js';

/** What a stored activity's type stands for. */
export function rowOf(type: string): {
  name: ActivityName;
  row: ActivityRow;
  version: ActivityVersion;
  versionName: string;
} {
  for (const [name, row] of Object.entries<ActivityRow>(activityRows)) {
    const found = versionOf(row, type);
    if (found) return { name: name as ActivityName, row, version: found.version, versionName: found.name };
  }
  throw new Error(`A stored activity has the unknown type ${type}.`);
}
