import { expect, test } from 'vitest';
import { parseExpression } from '../../../../src/service/coordinator/policy/language/parse.js';
import { PolicyError } from '../../../../src/service/coordinator/policy/language/policyError.js';
import { readsOf } from '../../../../src/service/coordinator/policy/language/reads.js';
import type { Expression } from '../../../../src/service/coordinator/policy/language/syntax.js';
import { tokensOf } from '../../../../src/service/coordinator/policy/language/tokens.js';
import { depthOfRoot } from '../../../../src/service/coordinator/policy/roots.js';

/** An expression with parentheses around everything that binds. */
function written(expression: Expression): string {
  switch (expression.node) {
    case 'literal':
      return typeof expression.value === 'string' ? `'${expression.value}'` : String(expression.value);
    case 'name':
      return expression.name;
    case 'member':
      return `${written(expression.of)}.${expression.name}`;
    case 'index':
      return `${written(expression.of)}[${written(expression.index)}]`;
    case 'slice':
      return `${written(expression.of)}[${written(expression.from)}..${written(expression.to)}]`;
    case 'list':
      return `[${expression.items.map(written).join(', ')}]`;
    case 'struct':
      return `{${[...expression.members].map(([name, member]) => `${name}: ${written(member)}`).join(', ')}}`;
    case 'count':
      return `${written(expression.of)}.count()`;
    case 'contains':
      return `${written(expression.of)}.contains(${written(expression.value)})`;
    case 'all':
    case 'any':
    case 'filter':
      return `${written(expression.of)}.${expression.node}(${expression.variable}, ${written(expression.body)})`;
    case 'not':
      return `(!${written(expression.of)})`;
    case 'and':
    case 'or':
      return `(${expression.of.map(written).join(expression.node === 'and' ? ' && ' : ' || ')})`;
    case 'compare':
      return `(${written(expression.left)} ${expression.operator} ${written(expression.right)})`;
    case 'timestamp':
      return `Timestamp(${expression.atMs})`;
    case 'cronSpan':
      return `CronSpan(${expression.span.durationMs})`;
  }
}

const faultIn = (text: string): { at: number; says: string } => {
  try {
    parseExpression(text);
  } catch (error) {
    if (error instanceof PolicyError) return { at: error.at, says: error.message };
    throw error;
  }
  throw new Error(`${text} was taken.`);
};

test.each([
  ['a || b && c', '(a || (b && c))'],
  ['a && b || c && d', '((a && b) || (c && d))'],
  ['!a == b', '((!a) == b)'],
  ['!a.b[0] && c', '((!a.b[0]) && c)'],
  ['!!a', '(!(!a))'],
  ['a == b && c != d', '((a == b) && (c != d))'],
  ["a in ['x', 'y'] || b", "((a in ['x', 'y']) || b)"],
  ['(a || b) && c', '((a || b) && c)'],
  ['a && b && c', '(a && b && c)'],
  ['a<-1', '(a < -1)'],
  ["a['b c'].d[1..3]", "a['b c'].d[1..3]"],
  ['a.filter(u, u.b.contains(1)).count() >= 2', '(a.filter(u, u.b.contains(1)).count() >= 2)'],
  ['a.contains({ b: 1, c: [] })', 'a.contains({b: 1, c: []})'],
  ['in_order == index', '(in_order == index)'],
  ["'it\\'s \\\\ so'", "'it's \\ so'"],
  ["time.now > Timestamp('2027-01-31T12:00:00Z')", '(time.now > Timestamp(1801396800000))'],
  ["!CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')", '(!CronSpan(28800000))'],
  ['true || false', '(true || false)'],
])('%s is read as %s', (text, meant) => {
  expect(written(parseExpression(text))).toBe(meant);
});

test.each([
  ['', 0, /a value/],
  ['a ||', 4, /a value/],
  ['a b', 2, /operator or the end/],
  ['a == b == c', 7, /not chained/],
  ['a < b in c', 6, /not chained/],
  ['a = b', 2, /not part of/],
  ['a & b', 2, /not part of/],
  ['a == "x"', 5, /not part of/],
  ["a == 'x", 5, /end with '/],
  ["a == 'x\\n'", 5, /no other escapes/],
  ['a.', 2, /name of a member/],
  ['a.in', 2, /name of a member/],
  ['a.size()', 2, /one of the methods/],
  ['a.count(1)', 8, /\) is expected/],
  ['a.any(u)', 7, /, is expected/],
  ['a.any(1, u)', 6, /name of a variable/],
  ['f(1)', 0, /Timestamp and CronSpan/],
  ['(a', 2, /\) is expected/],
  ['[a b]', 3, /, is expected/],
  ['{a: 1, a: 2}', 7, /not there yet/],
  ['a[1', 3, /\] is expected/],
  ['a[1..]', 5, /a value/],
  ['12ab', 0, /not part of/],
  [`${2n ** 256n}`, 0, /integer between/],
  [`${-(2n ** 127n) - 1n}`, 0, /integer between/],
  ['9'.repeat(80), 0, /integer between/],
  ["Timestamp('2027-02-30T00:00:00Z')", 10, /time in UTC/],
  ["Timestamp('2027-02-28T00:00:00+01:00')", 10, /time in UTC/],
  ['Timestamp(1)', 10, /a string/],
  ["CronSpan('0 9 * *', '8h', 'UTC')", 9, /five fields/],
  ["CronSpan('*/5 9 * * *', '8h', 'UTC')", 9, /five fields/],
  ["CronSpan('60 9 * * *', '8h', 'UTC')", 9, /five fields/],
  ["CronSpan('0 9 * * 7', '8h', 'UTC')", 9, /five fields/],
  ["CronSpan('0 9 * * 5-1', '8h', 'UTC')", 9, /five fields/],
  ["CronSpan('0 9 * * MON', '8h', 'UTC')", 9, /five fields/],
  ["CronSpan('0 9 * * *', '8d', 'UTC')", 22, /duration/],
  ["CronSpan('0 9 * * *', '0h', 'UTC')", 22, /duration/],
  ["CronSpan('0 9 * * *', '90s', 'UTC')", 22, /duration/],
  ["CronSpan('0 9 * * *', '8h', 'Berlin')", 28, /time zone/],
  ["CronSpan('0 9 * * *', '8h', '+01:00')", 28, /time zone/],
])('%s is refused at character %i', (text, at, says) => {
  const fault = faultIn(text);
  expect(fault.at).toBe(at);
  expect(fault.says).toMatch(says);
});

test('integers are exact, up to 256 bits', () => {
  for (const value of [0n, 2n ** 53n + 1n, 2n ** 256n - 1n, -(2n ** 127n)])
    expect(parseExpression(String(value))).toMatchObject({ node: 'literal', value });
});

test('what is nested too deep, or chained too long, is refused and ends no stack', () => {
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
    ['!', ''],
    ['{a: ', '}'],
    ['a[', ']'],
    ['a.any(b, ', ')'],
  ] as const) {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(() => parseExpression(nested(32))).not.toThrow();
    expect(faultIn(nested(33)).says).toMatch(/32 levels/);
    expect(faultIn(nested(100_000)).says).toMatch(/32 levels/);
  }
  expect(() => parseExpression(`a${'.b'.repeat(16)}`)).not.toThrow();
  expect(faultIn(`a${'.b'.repeat(17)}`).says).toMatch(/16 members/);
  expect(faultIn(`a${'[0]'.repeat(100_000)}`).says).toMatch(/16 members/);
});

test('a long row of operators is read in time', () => {
  const text = Array.from({ length: 3000 }, () => 'a').join(' || ');
  expect(parseExpression(text)).toMatchObject({ node: 'or' });
});

test('every token has its position', () => {
  expect(tokensOf("a  ==\n'b'").map(({ at }) => at)).toEqual([0, 3, 6, 9]);
});

test('what an expression reads is known by its roots, and not by its variables', () => {
  const text =
    "eth.tx.to == wallet.label && activity.params.user_id in ['x'] && activity.kind == 'y' && wallets.any(w, w.id == 'z')";
  const reads = readsOf(parseExpression(text), depthOfRoot);
  expect([...reads]).toEqual([
    ['eth.tx', 0],
    ['wallet', 13],
    ['activity.params.user_id', 29],
    ['activity.kind', 65],
    ['wallets', 89],
  ]);
});
