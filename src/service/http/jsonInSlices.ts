import { inSlices } from '../slices.js';

/**
 * `JSON.stringify` of an answer, in pieces of the text: the items of its long lists are written by themselves, and others have their turn in
 * between. A large text in one piece would have to be put together in one stretch, and again to be sent.
 *
 * @param charge - runs what holds the event loop.
 */
export async function jsonInSlices(
  value: unknown,
  charge: <Result>(run: () => Result) => Result,
): Promise<readonly string[]> {
  const lists = isObject(value) ? Object.entries(value).filter(([, member]) => isLong(member)) : [];
  if (!isObject(value) || lists.length === 0) return [charge(() => JSON.stringify(value))];
  const pieces = [''];
  const add = (text: string) => {
    const last = pieces.at(-1) ?? '';
    if (last.length < pieceCharacters) pieces[pieces.length - 1] = last + text;
    else pieces.push(text);
  };
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const opening = `${before}${JSON.stringify(name)}:`;
    if (isLong(member)) {
      add(`${opening}[`);
      await inSlices(member, (item, index) =>
        charge(() => add((index > 0 ? ',' : '') + (JSON.stringify(item) ?? 'null'))),
      );
      add(']');
    } else {
      const text = JSON.stringify(member);
      if (text === undefined) continue;
      add(opening + text);
    }
    before = ',';
  }
  add(before === '{' ? '{}' : '}');
  return pieces;
}

/** A piece ends with the item that makes it as long. */
const pieceCharacters = 65_536;

/** Few items may be long, too: a list of ten interfaces has 4 MB. */
const isLong = (member: unknown): member is readonly unknown[] => Array.isArray(member) && member.length > 4;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value);
