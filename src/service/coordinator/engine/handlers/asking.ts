import type { Kysely } from 'kysely';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Tables } from '../../../store/schema.js';
import { type DecisionBudget, decisionBudget, withinBudget } from '../../policy/budget.js';
import type { CompiledPolicy } from '../../policy/compile.js';
import { timeOf } from '../../policy/judge.js';
import type { Subject } from '../../policy/subject.js';

/** How the policies are asked for one request, before its transaction and inside. */
export type Asking = {
  /** Of the decision that is under way. */
  budget: DecisionBudget;
  /** What policies answered. */
  readonly answers: Answered[];
  /** What policies read of what is to be signed, by its text. */
  readonly facts: Map<string, unknown>;
  /** What was read in the transaction that is open, by what it is. */
  inside: { readonly transaction: Kysely<Tables>; readonly found: Map<string, unknown> } | undefined;
  /** Whether this is the last attempt, which decides inside whatever it takes. */
  isLast: boolean;
};

type Answered = { readonly question: Question; readonly answer: unknown };

/** All that an answer depends on. */
export type Question = {
  /** The verdict, or who may vote: JSON. */
  readonly asked: string;
  /** Of the activity that it is about, whose parameters do not change. */
  readonly fingerprint: string;
  readonly policies: readonly CompiledPolicy[];
  readonly subject: Subject;
};

export const newAsking = (): Asking => ({
  budget: decisionBudget(),
  answers: [],
  facts: new Map(),
  inside: undefined,
  isLast: false,
});

/** Steps in a transaction, for which others wait: some 4 ms. */
const mostInside = 100_000;

/** Gives a decision its budget, before the transaction and again inside. */
export function beginDecision(asking: Asking, db: Kysely<Tables>): void {
  asking.budget = decisionBudget(isInside(asking, db) ? mostInside : undefined);
}

const isInside = ({ isLast }: Asking, db: Kysely<Tables>): boolean => db.isTransaction && !isLast;

/**
 * What policies read of a text, which says nothing else at another time: it is read once a request, and where it is long, before the
 * transaction.
 *
 * @param text - with all that the facts depend on.
 * @throws {ChangedMeanwhile} inside a transaction
 */
export async function readOnce<Facts>(
  asking: Asking,
  db: Kysely<Tables>,
  text: string,
  read: () => Promise<Facts>,
): Promise<Facts> {
  if (asking.facts.has(text)) return asking.facts.get(text) as Facts;
  if (isInside(asking, db) && text.length > mostReadInside)
    throw new ChangedMeanwhile('What is to be signed is read before a transaction.');
  const facts = await read();
  asking.facts.set(text, facts);
  return facts;
}

/** Characters that are read in a millisecond. */
const mostReadInside = 1024;

/**
 * Reads once in a transaction what policies and the execution of a request both need, and nothing of the request changes between the two.
 * Elsewhere it is read each time.
 *
 * @param what - with all that chooses what is read.
 */
export async function readOnceInside<Found>(
  asking: Asking,
  db: Kysely<Tables>,
  what: string,
  read: () => Promise<Found>,
): Promise<Found> {
  if (!db.isTransaction) return read();
  if (asking.inside?.transaction !== db) asking.inside = { transaction: db, found: new Map() };
  const { found } = asking.inside;
  if (!found.has(what)) found.set(what, await read());
  return found.get(what) as Found;
}

/** For a decision that goes beyond what a transaction may take: the next attempt decides before it. @throws {ChangedMeanwhile} inside one */
export function decideBefore(asking: Asking, db: Kysely<Tables>): void {
  if (isInside(asking, db)) throw new ChangedMeanwhile('The policies are asked before a transaction.');
}

/** Asks, or answers as before if policies and everything they read are the same. @throws {TooCostly} */
export function answerTo<Answer>(asking: Asking, question: Question, ask: () => Answer): Answer {
  const timed = { ...question, times: timesOf(question, asking.budget) };
  const known = asking.answers.find((each) => isSameQuestion(each.question as Timed, timed));
  if (known) return known.answer as Answer;
  const answer = ask();
  asking.answers.push({ question: timed, answer });
  return answer;
}

type Timed = Question & { readonly times: readonly unknown[] };

/** Time is all that changes by itself: what each policy says to it. */
const timesOf = ({ policies, subject: { nowMs } }: Question, budget: DecisionBudget): unknown[] =>
  policies
    .filter(({ time }) => time !== undefined)
    .map((policy) => withinBudget(budget, (steps) => timeOf(policy, { nowMs, budget: steps })));

const isSameQuestion = (one: Timed, other: Timed): boolean =>
  one.asked === other.asked &&
  one.fingerprint === other.fingerprint &&
  // Cached by their revision.
  one.policies === other.policies &&
  one.subject.kind === other.subject.kind &&
  isSame(one.times, other.times) &&
  isSame(one.subject.consensus, other.subject.consensus) &&
  isSame(one.subject.conditions.map(withoutActivity), other.subject.conditions.map(withoutActivity));

/** What an activity says of itself does not change. */
const withoutActivity = ({ activity: _activity, ...resources }: Subject['conditions'][number]): object => resources;

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const members = Object.entries(one);
  return (
    members.length === Object.keys(other).length &&
    members.every(([name, member]) => Object.hasOwn(other, name) && isSame(member, (other as Members)[name]))
  );
}

type Members = { readonly [name: string]: unknown };
