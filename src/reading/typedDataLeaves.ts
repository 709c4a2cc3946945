/** A value of typed data that has no parts: where it stands, its type, and the value as it is written. */
export type TypedDataLeaf = { readonly path: string; readonly type: string; readonly value: string };

/** Typed data as an app writes them. @see EIP-712 */
export type TypedDataToRead = {
  readonly domain?: object | undefined;
  readonly types: { readonly [name: string]: readonly { readonly name: string; readonly type: string }[] };
  readonly primaryType: string;
  readonly message: { readonly [name: string]: unknown };
};

/** Typed data that do not fit their types, have a member that the types do not name, or are more than can be read. */
export class UnreadableTypedData extends RangeError {}

/**
 * All that a signature over typed data is for, in the order of the types. A member that the types do not name would be shown and not
 * signed, so that such data cannot be read.
 *
 * @throws {UnreadableTypedData}
 */
export function typedDataLeaves({
  domain = {},
  types,
  primaryType,
  message,
}: TypedDataToRead): readonly TypedDataLeaf[] {
  const leaves: TypedDataLeaf[] = [];
  let steps = 0;
  let letters = 0;
  const membersOf = (type: string) => {
    if (Object.hasOwn(types, type)) return types[type];
    return type === 'EIP712Domain' ? domainMembers.filter(({ name }) => Object.hasOwn(domain, name)) : undefined;
  };
  const read = (value: unknown, type: string, path: string, depth: number): void => {
    steps += 1;
    letters += path.length;
    const isLong = type.length > mostLetters || letters > mostLettersInAll;
    if (leaves.length >= mostLeaves || steps > mostSteps || depth > mostDepth || isLong)
      throw unreadable('there is too much of it');
    const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
    if (item !== undefined) {
      if (!Array.isArray(value)) throw unreadable(`${path} is no list`);
      if (length !== '' && value.length !== Number(length)) throw unreadable(`${path} has another length`);
      if (value.length === 0) leaves.push({ path, type, value: '[]' });
      for (const [index, each] of value.entries()) read(each, item, `${path}[${index}]`, depth + 1);
      return;
    }
    const members = membersOf(type);
    if (!Array.isArray(members)) {
      leaves.push({ path, type, value: textOf(value, path) });
      return;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(`${path} is no ${type}`);
    const names = members.map(({ name }) => name);
    // A name with a dot would stand where another member does.
    if (new Set(names).size < names.length || !names.every((name) => memberName.test(name)))
      throw unreadable(`${type} has a member without a name of its own`);
    const stranger = Object.keys(value).find((name) => !names.includes(name));
    if (stranger !== undefined) throw unreadable(`${path} has ${stranger}, which its type does not name`);
    for (const { name, type: memberType } of members) {
      if (!Object.hasOwn(value, name)) throw unreadable(`${path} lacks ${name}`);
      read((value as Record<string, unknown>)[name], memberType, `${path}.${name}`, depth + 1);
    }
  };
  read(domain, 'EIP712Domain', 'domain', 0);
  if (primaryType !== 'EIP712Domain') read(message, primaryType, 'message', 0);
  return leaves;
}

const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** Numbers are exact up to 2^53 only. */
function textOf(value: unknown, path: string): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw unreadable(`${path} is no exact number`);
  if (['string', 'boolean', 'number', 'bigint'].includes(typeof value)) return String(value);
  throw unreadable(`${path} is no value`);
}

const mostLeaves = 1_000;
const mostSteps = 10_000;
const mostDepth = 16;
/** Of the name of a type. */
const mostLetters = 255;
/** Of all paths: each part of one stands in those of all values below it. */
const mostLettersInAll = 262_144;

/** As the service takes them, and no longer than a type's. */
const memberName = /^[A-Za-z_$][\w$]{0,254}$/;

const unreadable = (why: string) => new UnreadableTypedData(`These typed data cannot be read: ${why}.`);
