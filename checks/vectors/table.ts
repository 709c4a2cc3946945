import type { Outcome, Suite } from './suite.js';

/** What a suite came to. */
export type Row = {
  readonly suite: Suite;
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
};

/** The heads of the columns that {@link rowText} fills. */
export const headText: string = columns('cases', 'right', 'wrong', 'refused', 'time', 'suite');

/** One line for a suite, and below it one for each reason and each case that is not right. */
export function rowText({ suite, outcomes, seconds }: Row): string {
  const [cases, right, wrong] = [counted(outcomes), of(outcomes, 'right'), of(outcomes, 'wrong')];
  const refused = [...of(outcomes, 'refused'), ...of(outcomes, 'unexplained')];
  return [
    columns(cases, right.length, wrong.length, refused.length, `${seconds.toFixed(1)} s`, suite.name),
    below(`by ${suite.through}`),
    ...firstOf(wrong, ({ id }) => `WRONG: taken although invalid, or another answer: case ${id}`),
    ...firstOf(
      of(outcomes, 'unexplained'),
      ({ id, code }) => `UNEXPLAINED: valid and refused with ${code}: case ${id}`,
    ),
    ...reasons(of(outcomes, 'refused')).map((reason) => below(`valid and refused: ${reason}`)),
    ...reasons(of(outcomes, 'out of reach')).map((reason) => below(`not counted: ${reason}`)),
  ].join('\n');
}

/** The sums: cases through ways in, and the vectors behind them, each file counted once. */
export function sumText(rows: readonly Row[]): string {
  const all = rows.flatMap(({ outcomes }) => outcomes);
  const refused = of(all, 'refused').length + of(all, 'unexplained').length;
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const time = `${seconds.toFixed(1)} s`;
  return columns(
    counted(all),
    of(all, 'right').length,
    of(all, 'wrong').length,
    refused,
    time,
    `all: ${vectorsOf(rows)} vectors`,
  );
}

/** Whether nothing was taken that is invalid, and nothing valid was refused without a reason. */
export function isClean({ outcomes }: Row): boolean {
  return of(outcomes, 'wrong').length + of(outcomes, 'unexplained').length === 0;
}

function vectorsOf(rows: readonly Row[]): number {
  const most = new Map<string, number>();
  for (const { suite, outcomes } of rows) {
    most.set(suite.vectors, Math.max(most.get(suite.vectors) ?? 0, counted(outcomes)));
  }
  return [...most.values()].reduce((sum, cases) => sum + cases, 0);
}

const counted = (outcomes: readonly Outcome[]) => outcomes.length - of(outcomes, 'out of reach').length;

function of<Is extends Outcome['is']>(outcomes: readonly Outcome[], is: Is) {
  return outcomes.filter((outcome): outcome is Extract<Outcome, { is: Is }> => outcome.is === is);
}

/** A line for each of the first ten, and how many there are more. */
function firstOf<T>(all: readonly T[], say: (each: T) => string): string[] {
  const lines = all.slice(0, 10).map((each) => below(say(each)));
  return all.length > 10 ? [...lines, below(`… and ${all.length - 10} more`)] : lines;
}

/** `12 × the reason`, the most frequent first. */
function reasons(outcomes: readonly { because: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { because } of outcomes) counts.set(because, (counts.get(because) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([because, count]) => `${count} × ${because}`);
}

type Cell = string | number;

function columns(cases: Cell, right: Cell, wrong: Cell, refused: Cell, time: Cell, suite: Cell): string {
  return [...[cases, right, wrong, refused, time].map((cell) => String(cell).padStart(7)), `  ${suite}`].join(' ');
}

const below = (text: string) => `${' '.repeat(44)}${text}`;
