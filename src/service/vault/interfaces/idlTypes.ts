import { refused } from '../../../contract/refusals.js';
import { isObject } from '../../../crypto/json.js';
import type { Idl, IdlTypes } from './idl.js';

/**
 * Checks the types of an IDL's arguments before it is kept, so that no call is dear to read by them: none is within itself, none too
 * deep in others, and what reads no bytes stands in no list, nor twice in a struct. Types that cannot be decoded are let be. Each type is
 * looked at once, however often it is named.
 *
 * @throws {RefusedError} CONTRACT_INTERFACE_INVALID
 */
export function checkTypes({ instructions, types }: Idl): void {
  const check: Check = { types, known: new Map() };
  for (const { name, args } of instructions) {
    const given = args.map(({ type }) => lookAt(check, type, 0));
    checkNothings(given, `the arguments of ${name}`);
  }
}

/** `depth`: of named types within it. `readsNothing`: whether it takes no bytes of the data. */
type Seen = { readonly depth: number; readonly readsNothing: boolean };

/** `known`: by name; of a type that is being looked at, that it is. */
type Check = { readonly types: IdlTypes; readonly known: Map<string, Seen | 'open'> };

const flat: Seen = { depth: 0, readsNothing: false };

/** Named types within each other, and lists and options within each other in one type. */
const deepest = 8;

/** @param level - how many named types it is in. */
function lookAt(check: Check, type: unknown, level: number, wrappers = 0): Seen {
  if (!isObject(type)) return flat;
  const inside = (of: unknown): Seen => {
    if (wrappers === deepest) throw invalid(`lists and options are more than ${deepest} deep`);
    return lookAt(check, of, level, wrappers + 1);
  };
  if (type.defined !== undefined) return lookAtDefined(check, type.defined, level);
  if (type.option !== undefined) return { ...inside(type.option), readsNothing: false };
  if (type.vec !== undefined) return { ...listOf(inside(type.vec)), readsNothing: false };
  if (!Array.isArray(type.array)) return flat;
  const [item, length] = type.array;
  return { ...listOf(inside(item)), readsNothing: length === 0 };
}

function listOf(item: Seen): Seen {
  if (item.readsNothing) throw invalid('a list of what reads no bytes');
  return item;
}

function lookAtDefined(check: Check, reference: unknown, level: number): Seen {
  const name = isObject(reference) ? reference.name : reference;
  const type = typeof name === 'string' ? check.types.get(name)?.type : undefined;
  if (typeof name !== 'string' || !isObject(type)) return flat;
  const known = check.known.get(name);
  if (known === 'open') throw invalid(`the type ${name} is within itself`);
  if (known === undefined && level === deepest) throw tooDeep();
  if (known === undefined) check.known.set(name, 'open');
  const seen = known ?? seenOf(check, name, type, level + 1);
  check.known.set(name, seen);
  if (level + seen.depth > deepest) throw tooDeep();
  return seen;
}

function seenOf(check: Check, name: string, type: { readonly [name: string]: unknown }, level: number): Seen {
  const { kind, fields, variants, alias, value } = type;
  if (kind === 'enum') {
    const groups = Array.isArray(variants) ? variants.filter(isObject).map((variant) => variant.fields) : [];
    return within(
      groups.flatMap((group) => groupOf(check, name, group, level)),
      false,
    );
  }
  if (kind === 'struct') {
    const members = groupOf(check, name, fields, level);
    return within(
      members,
      members.every(({ readsNothing }) => readsNothing),
    );
  }
  const same = lookAt(check, alias ?? value, level);
  return within([same], same.readsNothing);
}

const within = (members: readonly Seen[], readsNothing: boolean): Seen => ({
  depth: 1 + members.reduce((most, { depth }) => Math.max(most, depth), 0),
  readsNothing,
});

/** The fields of a struct or a variant, with names or without. */
function groupOf(check: Check, name: string, fields: unknown, level: number): readonly Seen[] {
  if (!Array.isArray(fields)) return [];
  const members = fields.map((field: unknown) => {
    const type = isObject(field) && typeof field.name === 'string' && field.type !== undefined ? field.type : field;
    return lookAt(check, type, level);
  });
  checkNothings(members, name);
  return members;
}

function checkNothings(members: readonly Seen[], about: string): void {
  if (members.filter(({ readsNothing }) => readsNothing).length > 1) throw invalid(`${about}: no bytes are read twice`);
}

const tooDeep = () => invalid(`types are more than ${deepest} deep`);

const invalid = (about: string) => refused('CONTRACT_INTERFACE_INVALID', { about });
