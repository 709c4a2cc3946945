import { inSlices } from '../slices.js';

/**
 * `JSON.stringify` of an answer, the items of its long lists by themselves: others have their turn in between.
 *
 * @param charge - runs what holds the event loop.
 */
export async function jsonInSlices(value: unknown, charge: <Result>(run: () => Result) => Result): Promise<string> {
  const lists = isObject(value) ? Object.entries(value).filter(([, member]) => isLong(member)) : [];
  if (!isObject(value) || lists.length === 0) return charge(() => JSON.stringify(value));
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const text = isLong(member)
      ? `[${(await inSlices(member, (item) => charge(() => JSON.stringify(item) ?? 'null'))).join(',')}]`
      : JSON.stringify(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** Few items may be long, too: a list of ten interfaces has 4 MB. */
const isLong = (member: unknown): member is readonly unknown[] => Array.isArray(member) && member.length > 4;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
