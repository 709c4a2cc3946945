import { type Chance, pick } from '../../../test/support/chance.js';
import { below } from './mutate.js';

/** Changes JSON: members are removed, added, changed and repeated; texts are escaped in other ways. */
export function mutatedJson(chance: Chance, text: string): string {
  const value = parsed(text);
  if (value === undefined) return pick(chance, oddValues);
  return written({ chance, odds: 1.5 / (1 + count(value)) }, value);
}

/** Each value and member is changed with this probability. */
type Writer = { readonly chance: Chance; readonly odds: number };

function written(writer: Writer, value: unknown): string {
  const { chance, odds } = writer;
  if (chance() < odds) return changed(writer, value);
  if (Array.isArray(value)) return `[${value.map((item) => spaced(writer, written(writer, item))).join(',')}]`;
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? spelled(writer, value) : JSON.stringify(value);
  }
  return `{${Object.entries(value)
    .flatMap(([name, member]) => members(writer, name, member))
    .map((member) => spaced(writer, member))
    .join(',')}}`;
}

function members(writer: Writer, name: string, value: unknown): string[] {
  const { chance, odds } = writer;
  const member = `${spelled(writer, name)}:${written(writer, value)}`;
  if (chance() >= odds) return [member];
  const again = `${spelled({ chance, odds: 0.5 }, name)}:${written(writer, value)}`;
  const other = `${JSON.stringify(pick(chance, oddNames))}:${pick(chance, oddValues)}`;
  return pick(chance, [[], [member, again], [again, member], [member, other], [other, member], [other]]);
}

function changed({ chance }: Writer, value: unknown): string {
  const text = JSON.stringify(value);
  const levels = pick(chance, [1, 2, 30, 31, 32, 33, 34, 100]);
  return pick(chance, [
    () => pick(chance, oddValues),
    () => pick(chance, oddValues),
    () => '['.repeat(levels) + text + ']'.repeat(levels),
    () => `{"${pick(chance, oddNames)}":`.repeat(levels) + text + '}'.repeat(levels),
    () => JSON.stringify(text),
    () => `${text},${text}`,
    () => `[${`${text},`.repeat(below(chance, 40))}${text}]`,
  ])();
}

/** The same text or a similar one, with some of its characters escaped. */
function spelled({ chance, odds }: Writer, text: string): string {
  if (chance() >= odds) return JSON.stringify(text);
  if (chance() < 0.4) return JSON.stringify(withOtherDigit(chance, text));
  const shown =
    chance() < 0.5 ? text : pick(chance, [text.toUpperCase(), `${text}\ud800`, `\u0000${text}`, ` ${text}`, '']);
  const units = shown.split('').map((unit) => {
    if (chance() < 0.7) return /["\\\p{Cc}]/u.test(unit) ? JSON.stringify(unit).slice(1, -1) : unit;
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${chance() < 0.5 ? digits : digits.toUpperCase()}`;
  });
  return `"${units.join('')}"`;
}

/** Changes one digit: the text keeps its form and is another id, point or number. */
function withOtherDigit(chance: Chance, text: string): string {
  const at = below(chance, text.length);
  return text.slice(0, at) + pick(chance, [...'0123456789abcdef']) + text.slice(at + 1);
}

function spaced({ chance, odds }: Writer, text: string): string {
  return chance() < odds ? pick(chance, oddSpaces) + text + pick(chance, oddSpaces) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + count(member), 1);
}

const oddSpaces = ['', ' ', '\t', '\n', '\r', '  \r\n', '\u00a0', '\ufeff', '/**/', '\v', '\u2028'];

const oddNames = [
  'a',
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'then',
  'length',
  '0',
  'a:b',
  '\u0061',
];

const oddValues = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '1',
    '-1',
    '1e3',
    '1E+2',
    '0.1',
    '1e308',
    '1e309',
    '-1e309',
    '1e-400',
    '01',
    '.5',
  ],
  ...[
    '1.',
    '+1',
    '0x1',
    'NaN',
    'Infinity',
    'undefined',
    '9007199254740993',
    '"',
    '""',
    '"\\u0000"',
    '"\\ud800"',
    "'a'",
  ],
  ...[
    '"\\udc00\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\x41"',
    '"\\',
    '"\t"',
    '"a:b"',
    '"{\\"a\\":1,\\"a\\":2}"',
    '[]',
    '{}',
    '[,]',
  ],
  ...[
    '[1,]',
    '{,}',
    '{"a":1,}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1}',
    '{"constructor":{}}',
    '{"a"}',
  ],
  ...[
    '{"length":1}',
    '{"toJSON":1}',
    '{"then":1}',
    '[[]]',
    '[null]',
    '""""',
    '{} {}',
    '',
    ' ',
    '\ufeff{}',
    '{a:1}',
    '//',
  ],
];
