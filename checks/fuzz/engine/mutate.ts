import { type Chance, pick } from '../../../test/support/chance.js';

/** What inputs are changed with. */
export type Material = {
  readonly form: 'text' | 'bytes';
  readonly maxUnits: number;
  readonly dictionary: readonly string[];
};

/** A whole number below `end`. */
export const below = (chance: Chance, end: number): number => Math.floor(chance() * end);

/** Makes one to six changes without regard to the input's form. `other`: an input from which pieces are taken. */
export function mutated(chance: Chance, input: string, other: string, material: Material): string {
  const times = 1 + Math.floor(chance() ** 3 * 6);
  let changed = input;
  for (let count = 0; count < times; count += 1) changed = pick(chance, changes)(chance, changed, other, material);
  return changed.slice(0, material.maxUnits);
}

/** Repeats a piece of the input, up to `maxUnits` units, to find functions that take more than linear time. */
export function stretched(chance: Chance, input: string, maxUnits: number): string {
  const { from, to } = range(chance, input);
  const piece = input.slice(from, to) || 'a';
  const length = Math.ceil((0.5 + chance() / 2) * maxUnits);
  return (input.slice(0, from) + piece.repeat(Math.ceil(length / piece.length)) + input.slice(to)).slice(0, maxUnits);
}

type Change = (chance: Chance, input: string, other: string, material: Material) => string;

const changes: readonly Change[] = [
  (chance, input, _other, { form }) => {
    const bits = form === 'bytes' ? 8 : chance() < 0.9 ? 7 : 16;
    return atOne(chance, input, (unit) => String.fromCharCode(unit ^ (1 << below(chance, bits))));
  },
  (chance, input, _other, { form }) => atOne(chance, input, () => oddUnit(chance, form)),
  (chance, input, _other, { form }) =>
    atOne(chance, input, (unit) => String.fromCharCode((unit + pick(chance, [1, -1, 4, 128])) & most(form))),
  (chance, input, _other, { form }) => inserted(chance, input, oddUnit(chance, form)),
  (chance, input, _other, { dictionary }) => inserted(chance, input, pick(chance, dictionary)),
  (chance, input, _other, { dictionary }) => replaced(chance, input, pick(chance, dictionary)),
  (chance, input) => replaced(chance, input, ''),
  (chance, input) => {
    const { from, to } = range(chance, input);
    return input.slice(0, to) + input.slice(from);
  },
  (chance, input) => (chance() < 0.7 ? input.slice(0, place(chance, input)) : input.slice(place(chance, input))),
  (chance, input, other) => input.slice(0, place(chance, input)) + other.slice(place(chance, other)),
  (chance, input, other) => {
    const { from, to } = range(chance, other);
    return inserted(chance, input, other.slice(from, to));
  },
  (chance, input) => {
    const { from, to } = range(chance, input);
    const piece = input.slice(from, to);
    return input.slice(0, from) + (chance() < 0.5 ? piece.toUpperCase() : piece.toLowerCase()) + input.slice(to);
  },
  (chance, input) => input.replace(/\d+/g, (digits) => (chance() < 0.3 ? pick(chance, oddNumbers) : digits)),
];

const oddNumbers = [
  ...['0', '1', '-1', '00', '127', '128', '255', '256', '65535', '65536', '2147483647', '2147483648', '4294967295'],
  ...['4294967296', '9007199254740991', '9007199254740992', '18446744073709551616', '1e3', '1e309', '0x10', '٣', '０'],
];

/** Quotes, spaces, control characters, lone surrogates, and letters that change in lower case or by normalization. */
const oddCharacters = [
  ...'\0\t\n\r "\'\\./@+-_=:;,%<>()[]{}~|`\x7f',
  ...['\u0085', '\u00a0', '\u00ad', '\u0130', '\u0131', 'ß', 'é', 'e\u0301', '\u0660', '\u200b', '\u200d', '\u202e'],
  ...[
    '\u2028',
    '\u3000',
    '\u3002',
    '\ud800',
    '\udc00',
    '\udbff\udfff',
    '\ufdfa',
    '\ufeff',
    '＠',
    '．',
    'Ａ',
    '０',
    '😀',
  ],
];

const oddBytes = [
  0, 1, 2, 3, 4, 0x20, 0x21, 0x22, 0x30, 0x41, 0x7f, 0x80, 0x81, 0x82, 0xc0, 0xed, 0xef, 0xf4, 0xfe, 0xff,
];

const most = (form: Material['form']): number => (form === 'bytes' ? 0xff : 0xffff);

const oddUnit = (chance: Chance, form: Material['form']): string =>
  form === 'text'
    ? pick(chance, oddCharacters)
    : String.fromCharCode(chance() < 0.5 ? pick(chance, oddBytes) : below(chance, 256));

const place = (chance: Chance, input: string): number => below(chance, input.length + 1);

/** A random range, mostly a short one. */
function range(chance: Chance, input: string): { from: number; to: number } {
  const from = place(chance, input);
  return { from, to: Math.min(input.length, from + 1 + Math.floor(chance() ** 4 * input.length)) };
}

function atOne(chance: Chance, input: string, change: (unit: number) => string): string {
  if (input === '') return change(0);
  const at = below(chance, input.length);
  return input.slice(0, at) + change(input.charCodeAt(at)) + input.slice(at + 1);
}

function inserted(chance: Chance, input: string, piece: string): string {
  const at = place(chance, input);
  return input.slice(0, at) + piece + input.slice(at);
}

function replaced(chance: Chance, input: string, piece: string): string {
  const { from, to } = range(chance, input);
  return input.slice(0, from) + piece + input.slice(to);
}
