import type { Schema } from '../../../src/contract/row.js';
import { type Bytes, utf8 } from '../../../src/crypto/bytes.js';
import { type Call, calls } from './calls.js';
import { type Hostile, lengths, listsFor, objectsFor, pieces, textsOf } from './hostile.js';
import { fitting, type Place, withAt } from './schema.js';

/** A body that may be expensive to read, and the call or function that reads it. */
export type HostileBody = {
  readonly call: Pick<Call, 'name' | 'read'>;
  readonly what: string;
  readonly body: () => Bytes;
};

/** Each hostile value at each member of each call, and bodies that are expensive for the JSON reader. */
export function* everyBody(): Generator<HostileBody> {
  for (const call of calls) {
    for (const { path, schema } of call.places) {
      for (const hostile of valuesFor(schema)) yield bodyWith(call, path, hostile);
    }
  }
  for (const { what, json } of expensiveJson()) {
    for (const call of calls) yield { call, what, body: () => utf8(json()) };
  }
}

function* valuesFor(schema: Schema): Generator<Hostile> {
  for (const length of lengths) for (const piece of pieces) yield* textsOf(piece, length, schema);
  yield* listsFor(schema);
  yield* objectsFor(schema);
}

/** The first of every `count` items. */
export function* oneIn<Item>(count: number, items: Iterable<Item>): Generator<Item> {
  let at = 0;
  for (const item of items) {
    if (at % count === 0) yield item;
    at += 1;
  }
}

/** A few hostile values for each schema of a member, at its first place only. */
export function* someBodies(): Generator<HostileBody> {
  const seen = new Set<Schema>();
  for (const call of calls) {
    for (const { path, schema } of call.places.filter((place) => !seen.has(place.schema))) {
      seen.add(schema);
      for (const hostile of fewFor(schema)) yield bodyWith(call, path, hostile);
    }
  }
  for (const { what, json } of expensiveJson())
    for (const call of calls.slice(0, 1)) yield { call, what, body: () => utf8(json()) };
}

function* fewFor(schema: Schema): Generator<Hostile> {
  for (const piece of ['=?a', '0']) yield* first(textsOf(piece, lengths.at(-1) ?? 0, schema));
  yield* 'item' in schema ? listsFor(schema) : first(listsFor(schema));
  if ('entries' in schema) yield* first(objectsFor(schema));
}

function* first(values: Generator<Hostile>): Generator<Hostile> {
  const { value, done } = values.next();
  if (!done) yield value;
}

function bodyWith(call: Call, path: Place['path'], { what, json }: Hostile): HostileBody {
  const parameters = withAt(fitting(call.schema), path, placeholder);
  const [before, after] = JSON.stringify(call.around(parameters)).split(JSON.stringify(placeholder));
  return { call, what: `${path.join('.') || 'all of it'}: ${what}`, body: () => utf8(`${before}${json()}${after}`) };
}

const placeholder = 'what is put here';

/** Bodies that are expensive for the JSON reader, before any schema is checked. */
function* expensiveJson(): Generator<Hostile> {
  const room = 1_048_000;
  const fill = (piece: string) => piece.repeat(Math.floor(room / Buffer.byteLength(piece)));
  yield { what: 'white space', json: () => `{${fill(' \n\t\r')}}` };
  yield { what: 'escapes', json: () => `{"a":"${fill('\\u0061')}"}` };
  yield { what: 'escaped pairs', json: () => `{"a":"${fill('\\ud83d\\ude00')}"}` };
  yield { what: 'pairs', json: () => `{"a":"${fill('😀')}"}` };
  yield { what: 'digits', json: () => `{"a":${fill('1')}}` };
  yield { what: 'a fraction', json: () => `{"a":0.${fill('1')}}` };
  yield { what: 'an exponent', json: () => `{"a":1e-${fill('0')}1}` };
  yield { what: 'brackets', json: () => fill('[') };
  yield { what: 'names without end', json: () => `{"a":0,${fill('"b":1,')}` };
  const nulls = Array.from({ length: 9_900 }, (_, at) => `"${'n'.repeat(90)}${at}":null`);
  yield { what: 'nulls', json: () => `{${nulls.join(',')}}` };
}
