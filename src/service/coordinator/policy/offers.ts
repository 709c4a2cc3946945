import type { ActivityRow } from '../../../contract/row.js';

/** Whether a kind of activity has what a policy reads: `wallet`, `eth.tx`, `activity.params.user_id`. */
export function offers(
  { policyRoots, policyParameters }: Pick<ActivityRow, 'policyRoots' | 'policyParameters'>,
  read: string,
): boolean {
  if (!read.startsWith(parameter)) return policyRoots.some((root) => root === read);
  return namesAsRead(policyParameters).has(read.slice(parameter.length));
}

const parameter = 'activity.params.';

/** As policies name a member: `user_id`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row's parameters as policies name them: the same for each policy that is asked. */
function namesAsRead(parameters: readonly string[]): ReadonlySet<string> {
  let names = namesOfRows.get(parameters);
  if (names === undefined) {
    names = new Set(parameters.map(snakeCase));
    namesOfRows.set(parameters, names);
  }
  return names;
}

const namesOfRows = new WeakMap<readonly string[], ReadonlySet<string>>();
