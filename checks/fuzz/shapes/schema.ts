import * as v from 'valibot';
import type { Schema } from '../../../src/contract/row.js';

/** The members of a valibot schema that are read here. */
type Made = {
  readonly entries?: Record<string, Schema>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
};

/** A place in a request: the names and indexes that lead there, and the schema of its value. */
export type Place = { readonly path: readonly (string | number)[]; readonly schema: Schema };

/** Every place in a schema, the whole value included; in a list, only the first item. */
export function placesIn(schema: Schema, path: Place['path'] = []): Place[] {
  const { entries = {}, wrapped = lastOption(schema), item } = schema as Made;
  if (wrapped) return placesIn(wrapped, path);
  const inside = Object.entries(entries).flatMap(([name, member]) => placesIn(member, [...path, name]));
  return [{ path, schema }, ...inside, ...(item ? placesIn(item, [...path, 0]) : [])];
}

/** A value that the schema accepts, with all members that may stand beside each other, and one item in each list. */
export function fitting(schema: Schema): unknown {
  const { entries, wrapped = lastOption(schema), item, options } = schema as Made;
  if (wrapped) return fitting(wrapped);
  if (entries) return fittingObject(schema, entries);
  if (item) return [fitting(item)];
  const [fit] = [...(options ?? []), ...values].filter((value) => v.is(schema, value));
  if (fit === undefined) throw new Error(`No value is known that fits ${schema.expects}.`);
  return fit;
}

/** Of a union of schemas the last: what stands before it is an empty text, which takes a setting away. */
function lastOption(schema: Schema): Schema | undefined {
  const last = (schema as Made).options?.at(-1);
  return typeof last === 'object' ? (last as Schema) : undefined;
}

/** Where two members exclude each other, the first that is in the way is left out. */
function fittingObject(schema: Schema, entries: Record<string, Schema>): object {
  const members = Object.entries(entries).map(([name, member]) => [name, fitting(member)] as const);
  const all = Object.fromEntries(members);
  if (v.is(schema, all)) return all;
  const without = members.map(([left]) => Object.fromEntries(members.filter(([name]) => name !== left)));
  return without.find((some) => v.is(schema, some)) ?? all;
}

/** Valid values, one for each form of text and number in requests. */
const values: readonly unknown[] = [
  ...['60', 'ab'.repeat(64), `02${'ab'.repeat(32)}`, `04${'ab'.repeat(64)}`, `sha256:${'ab'.repeat(32)}`],
  ...['0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e', 'Name', 'https://example.com/events'],
  ...[
    'ab'.repeat(32),
    `04${'ab'.repeat(64)}`,
    'ab'.repeat(130),
    `${'ab'.repeat(21)}c`,
    `registry.example.com/image@sha256:${'ab'.repeat(32)}`,
  ],
  ...[60, 6, 1, true, {}],
];

/** A copy of a value, with another value at a place. */
export function withAt(value: unknown, [first, ...rest]: Place['path'], put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value)) return [withAt(value[0], rest, put)];
  const object = value as Record<string, unknown>;
  return { ...object, [first]: withAt(object[first], rest, put) };
}
