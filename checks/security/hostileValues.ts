import type { Schema } from '../../src/contract/row.js';
import { type Chance, pick } from '../../test/support/chance.js';

/** The members of a valibot schema that are read here. */
type Described = {
  readonly type?: string;
  readonly entries?: Record<string, Schema>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly Schema[];
};

/**
 * A value that a schema accepts or nearly accepts: it has the members, most of them of the right type, and some hostile values.
 *
 * @param known - texts that mean something to the service, such as ids that exist.
 */
export function nearly(schema: Schema, chance: Chance, known: readonly string[]): unknown {
  if (chance() < 0.04) return pick(chance, hostile);
  const { type, entries, wrapped, item, options, literal, pipe } = schema as Described;
  if (wrapped) return chance() < 0.4 ? undefined : nearly(wrapped, chance, known);
  if (entries) {
    const members = Object.entries(entries).map(([name, member]) => [name, nearly(member, chance, known)]);
    if (chance() < 0.02) members.push([pick(chance, ['x', 'userId', 'constructor', 'toString', '']), 1]);
    return Object.fromEntries(members);
  }
  if (item) return Array.from({ length: Math.floor(chance() * 3) }, () => nearly(item, chance, known));
  if (options) {
    const option = pick(chance, options);
    return typeof option === 'object' ? nearly(option as Schema, chance, known) : option;
  }
  if (literal !== undefined) return literal;
  const [first] = pipe ?? [];
  if (first && first !== schema) return nearly(first, chance, known);
  if (type === 'string') return chance() < 0.7 ? pick(chance, known) : pick(chance, texts);
  if (type === 'number') return pick(chance, [1, 2, 6, 9, 60, 300, 0, -1, 1.5, 2 ** 53, 1e21]);
  if (type === 'boolean') return chance() < 0.5;
  return pick(chance, known);
}

const texts = [
  ...['', ' ', '0', '-1', '1e3', '60', '9'.repeat(20), 'null', 'undefined', '[object Object]', 'true', '{}', '[]'],
  ...["' or 1=1--", "'; drop table users;--", '"', '\\', '%', '_', '$1', '?', ':name', '%s%n', '../../etc/passwd'],
  ...[
    '{{.OtpCode}}',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'm/0',
    "m/44'/60'/0'/0/0",
    'm//',
    'm/2147483648',
  ],
  ...['é', '😀', '\u202e', '\u2028', '\ufeff', 'e\u0301', 'ﬀ', 'İ', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5000)],
  ...['0x', '0x00', 'ff', 'FF', 'f', '00'.repeat(32), 'ff'.repeat(32), 'zz'.repeat(32), `02${'ff'.repeat(32)}`],
  ...[
    'a.b.c',
    '..',
    'eyJ.eyJ.AA',
    'https://127.0.0.1/',
    'file:///etc/passwd',
    '1970-01-01',
    'ada@example.com',
    '+15550100',
  ],
];

const hostile: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, '', 'x'.repeat(10_000), [], {}, [[]], [{}], [null], { '': null }],
  ...[{ length: 1 }, { toString: 1 }, { toJSON: 1 }, { type: 'x' }, { 0: 'x' }, ['x', 'x'], { $gt: '' }],
];
