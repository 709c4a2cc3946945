import { expect, test } from 'vitest';
import { holds, type Values } from '../../../../src/service/coordinator/policy/language/evaluate.js';
import { parseExpression } from '../../../../src/service/coordinator/policy/language/parse.js';
import { EvaluationError } from '../../../../src/service/coordinator/policy/language/values.js';

const values: Values = {
  n: 5n,
  big: 2n ** 255n,
  text: '0xabcdef',
  yes: true,
  no: false,
  empty: [],
  list: [1n, 2n, 3n],
  users: [
    { id: 'ada', tags: ['x', 'y'] },
    { id: 'bob', tags: [] },
  ],
  args: { amount: 7n, to: '0xab', deep: { more: ['a', 'b'] } },
  time: { now: Date.parse('2027-06-01T10:00:00Z') },
};

const evaluation = (steps = 10_000) => ({ nowMs: Date.parse('2027-06-01T10:00:00Z'), budget: { steps } });
const ask = (text: string, steps?: number): boolean => holds(parseExpression(text), values, evaluation(steps));

test.each([
  ['n == 5 && n != 6 && n < 6 && n <= 5 && n > 4 && n >= 5', true],
  [`big == ${2n ** 255n} && big > ${2n ** 255n - 1n}`, true],
  ['n in list', false],
  ['3 in list && list.contains(3)', true],
  ['yes || no', true],
  ['yes && no', false],
  ['!no == yes', true],
  ['empty.all(v, no) && !empty.any(v, yes)', true],
  ['list.all(v, v < 4) && list.any(v, v == 2) && !list.any(v, v > 3)', true],
  ['list.filter(v, v > 1).count() == 2 && list.count() == 3', true],
  ["users.filter(u, u.tags.contains('x')).count() == 1", true],
  ["users.any(u, users.any(w, w.id == 'bob' && u.id == 'ada'))", true],
  ["text[0..2] == '0x' && text[2] == 'a' && text[8..8] == ''", true],
  ['list[1..3].count() == 2 && list[0] == 1', true],
  ["args['amount'] <= 7 && args['deep']['more'][1] == 'b'", true],
  ["users.contains({ id: 'bob', tags: [] })", true],
  ["users.contains({ id: 'bob', tags: ['x'] })", false],
  ["{ id: 'ada', tags: ['x', 'y'] } in users", true],
  ["time.now >= Timestamp('2027-06-01T10:00:00Z') && time.now < Timestamp('2027-06-01T10:00:00.001Z')", true],
  ["CronSpan('0 9 * * *', '2h', 'UTC') && !CronSpan('0 9 * * *', '1h', 'UTC')", true],
])('%s is %s', (text, is) => {
  expect(ask(text)).toBe(is);
});

test('a span that is asked again and again opens and closes to the millisecond', () => {
  const span = parseExpression("CronSpan('0 9 * * *', '1h', 'Europe/Berlin')");
  const openAt = (at: string) => holds(span, values, { ...evaluation(), nowMs: Date.parse(at) });
  expect(openAt('2027-06-01T06:59:59.999Z')).toBe(false);
  expect(openAt('2027-06-01T07:00:00Z')).toBe(true);
  expect(openAt('2027-06-01T07:59:59.999Z')).toBe(true);
  expect(openAt('2027-06-01T08:00:00Z')).toBe(false);
  expect(openAt('2027-06-01T07:59:00Z')).toBe(true);
});

test.each([
  'list[3] == 1',
  'list[-1] == 1',
  `list[${2n ** 200n}] == 1`,
  'list[2..1].count() == 0',
  'list[0..4].count() == 4',
  "text[8] == ''",
  "args['absent'] == 1",
  "args['constructor'] == 1",
  'nothing == 1',
  'users.any(u, u.name == 1)',
  "args['amount'] == 'x'",
  "args['to'] < 'x'",
  "args['deep'] == args['deep']",
  'n.count() == 1',
  "n['x'] == 1",
  'n || yes',
  'list.any(v, v)',
])('%s is an error', (text) => {
  expect(() => ask(text)).toThrow(EvaluationError);
});

test('nothing is passed over: an error anywhere is one of the whole', () => {
  for (const text of [
    'yes || list[3] == 1',
    'no && list[3] == 1',
    'list.any(v, v == 1 || list[v] == 4)',
    'empty.count() == 1 && list[9] == 1',
  ])
    expect(() => ask(text), text).toThrow(EvaluationError);
});

test('no evaluation takes more steps than it may', () => {
  expect(ask('list.any(v, list.any(w, list.any(x, v == w && w == x)))', 10_000)).toBe(true);
  expect(() => ask('list.any(v, list.any(w, list.any(x, v == w && w == x)))', 100)).toThrow(EvaluationError);
  const wide = `[${'1, '.repeat(500)}1]`;
  expect(() => ask(`${wide}.all(a, ${wide}.all(b, ${wide}.all(c, a == b)))`)).toThrow(EvaluationError);
});
