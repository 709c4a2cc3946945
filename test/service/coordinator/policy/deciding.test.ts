import { expect, test } from 'vitest';
import { readDeciding, writeDeciding } from '../../../../src/service/coordinator/policy/deciding.js';
import { judge } from '../../../../src/service/coordinator/policy/judge.js';
import { type Evaluation, holds } from '../../../../src/service/coordinator/policy/language/evaluate.js';
import { parseExpression } from '../../../../src/service/coordinator/policy/language/parse.js';
import { EvaluationError } from '../../../../src/service/coordinator/policy/language/values.js';
import { type Chance, pick, seeded } from '../../../support/chance.js';
import {
  compiled,
  subjectFrom,
  user,
  type WrittenPolicy,
  type WrittenSubject,
} from '../../../support/policies/subjects.js';

const values = { t: true, f: false, n: 5n, list: [1n, 2n], text: 'ſ🔑' };

/** @returns what comes of an expression, and the part of its text that decides it */
function decided(text: string, steps = 10_000): [value: boolean | 'error', part: string | undefined] {
  const evaluation: Evaluation = { nowMs: 0, budget: { steps } };
  const part = () => evaluation.deciding && text.slice(evaluation.deciding.from, evaluation.deciding.to);
  try {
    return [holds(parseExpression(text), values, evaluation), part()];
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return ['error', part()];
  }
}

test.each<[text: string, value: boolean | 'error', part: string]>([
  ['t', true, 't'],
  ['  n == 5  ', true, 'n == 5'],
  ['t && n == 5', true, 't && n == 5'],
  ['t && n == 4 && f', false, 'n == 4'],
  ['f || n == 5 || t', true, 'n == 5'],
  ['f || n == 4', false, 'f || n == 4'],
  ['f || t && n == 5', true, 't && n == 5'],
  ['f || t && n == 4', false, 'f || t && n == 4'],
  ['t && (f || n == 4)', false, '(f || n == 4)'],
  ['t && (f || n == 5 && t)', true, 't && (f || n == 5 && t)'],
  ['(f || (t && (n == 5)))', true, '(t && (n == 5))'],
  ['!(t && f)', true, 'f'],
  ['!(t && t)', false, '(t && t)'],
  ['!!(f || t)', true, 't'],
  ['! f', true, 'f'],
  ['t && !(f || n == 5)', false, 'n == 5'],
  ['(t && f) == false', true, '(t && f) == false'],
  ['list.any(v, v == 1 && t)', true, 'list.any(v, v == 1 && t)'],
  ['t && list.all(v, v == 1 || v == 3)', false, 'list.all(v, v == 1 || v == 3)'],
  ['list.contains(7) || list.filter(v, v > 1).count() == 1', true, 'list.filter(v, v > 1).count() == 1'],
  ['3 in list || [true, f][0]', true, '[true, f][0]'],
  ["text != 'ſ🔑\\'' && text == '🔑🔑'", false, "text == '🔑🔑'"],
  ["t\n\t&& text == 'ſ🔑'\n\t&& f", false, 'f'],
  // An error in any part is one of the whole, though what stands before decides it.
  ['f && list[7] == 1 && t', 'error', 'list[7] == 1'],
  ['t || !(list[7] == 1)', 'error', '(list[7] == 1)'],
  ['t && list.any(v, list[v] == 3)', 'error', 'list.any(v, list[v] == 3)'],
])('of %s, which is %s, it is %s that decides', (text, value, part) => {
  expect(decided(text)).toEqual([value, part]);
});

test('where the steps are used up, the operand that used them decides', () => {
  const [value, part] = decided('t && list.all(v, v == 1 || v == 2) && t', 8);
  expect([value, part]).toEqual(['error', 'list.all(v, v == 1 || v == 2)']);
  expect(decided('t && t', 0)).toEqual(['error', 't && t']);
  expect(decided('t && !f', 2)).toEqual(['error', '!f']);
  expect(decided('t && (f || t)', 2)).toEqual(['error', '(f || t)']);
  expect(decided('f || t && t', 2)).toEqual(['error', 't && t']);
});

test('of an expression of 16 KiB and of one that is as deep as it may be, the part is found', () => {
  const long = `${Array.from({ length: 1600 }, () => 'n == 5').join(' && ')} && n == 4 && ${'t && '.repeat(20)}t`;
  expect(long.length).toBeGreaterThan(15_900);
  expect(decided(long)).toEqual([false, 'n == 4']);
  const deep = `${'!('.repeat(15)}f || n == 4${')'.repeat(15)}`;
  expect(decided(deep)).toEqual([true, '(f || n == 4)']);
});

type Tree =
  | { readonly node: 'leaf'; readonly is: boolean }
  | { readonly node: 'not'; readonly of: Tree }
  | { readonly node: 'and' | 'or'; readonly of: readonly Tree[] };

function randomTree(chance: Chance, depth: number): Tree {
  const inside = () => randomTree(chance, depth - 1);
  if (depth === 0 || chance() < 0.2) return { node: 'leaf', is: chance() < 0.5 };
  const node = pick(chance, ['not', 'and', 'or', 'and', 'or'] as const);
  return node === 'not'
    ? { node, of: inside() }
    : { node, of: Array.from({ length: 2 + Math.floor(chance() * 3) }, inside) };
}

/** As it is written, and from where to where each part of it stands. */
function written(tree: Tree, places: Map<string, Tree>, at = 0): string {
  const put = (text: string): string => {
    places.set(`${at}-${at + text.length}`, tree);
    return text;
  };
  if (tree.node === 'leaf') return put(tree.is ? '(n == 5)' : 'f');
  if (tree.node === 'not') return put(`!${written(tree.of, places, at + 1)}`);
  let text = '(';
  for (const [index, part] of tree.of.entries()) {
    if (index > 0) text += tree.node === 'and' ? ' && ' : '\n|| ';
    text += written(part, places, at + text.length);
  }
  return put(`${text})`);
}

const truthOf = (tree: Tree): boolean => {
  if (tree.node === 'leaf') return tree.is;
  if (tree.node === 'not') return !truthOf(tree.of);
  return tree.node === 'and' ? tree.of.every(truthOf) : tree.of.some(truthOf);
};

const inside = (tree: Tree, part: Tree): boolean =>
  tree === part ||
  (tree.node === 'not' ? inside(tree.of, part) : tree.node !== 'leaf' && tree.of.some((each) => inside(each, part)));

/** The same with the part as a leaf, and with whatever comes after the part, which a reader who stops early does not read. */
function replaced(chance: Chance, tree: Tree, part: Tree): Tree {
  if (tree === part) return { node: 'leaf', is: truthOf(part) };
  if (tree.node === 'leaf') return tree;
  if (tree.node === 'not') return { node: 'not', of: replaced(chance, tree.of, part) };
  const place = tree.of.findIndex((each) => inside(each, part));
  const of = tree.of.map((each, index) => {
    if (index === place) return replaced(chance, each, part);
    return index < place ? ({ node: 'leaf', is: truthOf(each) } as const) : randomTree(chance, 2);
  });
  return { node: tree.node, of };
}

test('the part alone decides: by its value in its place, and anything after it, comes the same of random expressions', () => {
  const chance = seeded(20261129);
  for (let round = 0; round < 20_000; round += 1) {
    const tree = randomTree(chance, 4);
    const places = new Map<string, Tree>();
    const text = written(tree, places);
    const evaluation: Evaluation = { nowMs: 0, budget: { steps: 10_000 } };
    const value = holds(parseExpression(text), values, evaluation);
    expect(value).toBe(truthOf(tree));
    const { from, to } = evaluation.deciding ?? { from: 0, to: 0 };
    const part = places.get(`${from}-${to}`);
    if (!part) throw new Error(`No part of ${text} stands from ${from} to ${to}.`);
    const other = replaced(chance, tree, part);
    const otherPlaces = new Map<string, Tree>();
    const otherText = written(other, otherPlaces);
    expect(
      holds(parseExpression(otherText), values, evaluation),
      `${text} by ${text.slice(from, to)}: ${otherText}`,
    ).toBe(value);
    // And it is narrow: in what is joined it is the one operand, unless it takes all of them.
    if (part.node !== 'leaf') expect(part.node).toBe(truthOf(part) ? 'and' : 'or');
  }
});

const isWallet = "activity.resource == 'WALLET'";
const isAda = "approvers.any(u, u.id == 'ada')";
const never = "time.now < Timestamp('2000-01-01T00:00:00Z')";

test.each<[said: string, WrittenPolicy, Partial<WrittenSubject>, parts: object]>([
  ['OUTCOME_ALLOW', { effect: 'EFFECT_ALLOW' }, {}, {}],
  ['OUTCOME_ALLOW', { effect: 'EFFECT_ALLOW', condition: isWallet }, {}, { condition: isWallet }],
  [
    'OUTCOME_ALLOW',
    { effect: 'EFFECT_ALLOW', condition: isWallet, consensus: `false || ${isAda}` },
    {},
    { condition: isWallet, consensus: isAda },
  ],
  [
    'OUTCOME_DENY_IMPLICIT',
    { effect: 'EFFECT_ALLOW', condition: `true && !${isWallet.replace('activity', '(activity')})`, consensus: 'false' },
    {},
    { condition: `(${isWallet})` },
  ],
  [
    'OUTCOME_REQUIRES_CONSENSUS',
    { effect: 'EFFECT_ALLOW', condition: isWallet, consensus: isAda },
    { approvers: [user('bob')] },
    { consensus: isAda },
  ],
  [
    'OUTCOME_DENY_IMPLICIT',
    { effect: 'EFFECT_DENY', condition: isWallet, consensus: 'true && false' },
    {},
    { consensus: 'false' },
  ],
  [
    'OUTCOME_ERROR',
    { effect: 'EFFECT_ALLOW', condition: isWallet, consensus: "true && approvers[3].id == 'ada'" },
    {},
    { consensus: "approvers[3].id == 'ada'" },
  ],
  [
    'OUTCOME_DENY_EXPLICIT',
    { effect: 'EFFECT_DENY', condition: 'false', consensus: "approvers[3].id == 'ada'" },
    {},
    { consensus: "approvers[3].id == 'ada'" },
  ],
  ['OUTCOME_ERROR', { effect: 'EFFECT_ALLOW', condition: "eth.tx.to == '0x'" }, {}, {}],
  ['OUTCOME_TIME_INACTIVE', { effect: 'EFFECT_ALLOW', condition: isWallet, time: never }, {}, { time: never }],
  [
    'OUTCOME_ALLOW',
    { effect: 'EFFECT_ALLOW', condition: isWallet, time: `!(${never})` },
    {},
    { condition: isWallet, time: `(${never})` },
  ],
])('%s of %o: the parts and expressions that decide are told', (said, policy, more, parts) => {
  const { outcomes } = judge(compiled([policy]), subjectFrom({ kind: 'CREATE_WALLET', ...more }));
  const [{ outcome, deciding } = { outcome: undefined, deciding: {} }] = outcomes;
  expect(outcome).toBe(said);
  const kept = readDeciding(writeDeciding(deciding));
  expect(Object.fromEntries(kept.map(({ clause, from, to }) => [clause, policy[clause]?.slice(from, to)]))).toEqual(
    parts,
  );
});

test('of a list, the parts are those for the first element with the outcome of all', () => {
  const contexts = [1n, 0n, 9n, 8n].map((value) => ({
    wallet: { id: `${value}`, imported: value === 9n, exported: false, label: '' },
  }));
  const condition = "wallet.imported || wallet.id == '8'";
  const { outcomes } = judge(
    compiled([{ effect: 'EFFECT_DENY', condition }]),
    subjectFrom({ kind: 'SIGN_RAW_PAYLOAD', contexts }),
  );
  expect(outcomes[0]).toMatchObject({ outcome: 'OUTCOME_DENY_EXPLICIT', deciding: { condition: { from: 0, to: 15 } } });
});

test.each([
  ['EFFECT_DENY', 'OUTCOME_DENY_EXPLICIT'],
  ['EFFECT_ALLOW', 'OUTCOME_ERROR'],
] as const)(
  'of a policy with %s that could not be evaluated it is told, and kept, that it failed there',
  (effect, said) => {
    const failing = "approvers[3].id == 'ada'";
    const { outcomes } = judge(
      compiled([
        { effect, condition: 'true', consensus: failing },
        { effect, condition: 'true' },
      ]),
      subjectFrom({ kind: 'CREATE_WALLET' }),
    );
    expect(outcomes[0]?.outcome).toBe(said);
    const kept = outcomes.map(({ deciding }) => writeDeciding(deciding));
    expect(kept).toEqual([`s!0-${failing.length}`, 'c0-4']);
    expect(kept.map(readDeciding)).toEqual([
      [{ clause: 'consensus', from: 0, to: failing.length, failed: true }],
      [{ clause: 'condition', from: 0, to: 4 }],
    ]);
  },
);
