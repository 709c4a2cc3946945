import type { Times } from './honest.js';

/** What a run found. */
export type Row = {
  readonly place: string;
  readonly name: string;
  readonly requests: number;
  readonly refused: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly over20Ms: number;
  readonly mebibytes: number;
  /** Of the attackers. */
  readonly attacks: number;
  readonly tooMuch: number;
  readonly firstRefused: string | undefined;
};

type Measured = {
  readonly place: string;
  readonly name: string;
  readonly times: Times;
  readonly answers: Readonly<Record<string, number>>;
  /** Lines of the probe, those of earlier runs too. */
  readonly probe: string;
  readonly fromMs: number;
};

export function rowOf({ place, name, times, answers, probe, fromMs }: Measured): Row {
  const seen = probe
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { atMs: number; longestMs: number; over20Ms: number; mebibytes: number })
    .filter(({ atMs }) => atMs >= fromMs + 250);
  const sorted = [...times.ms].sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  const entries = Object.entries(answers);
  const sum = (counted: typeof entries) => counted.reduce((all, [, count]) => all + count, 0);
  return {
    place,
    name,
    requests: times.ms.length,
    refused: times.refused.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestMs: Math.max(...seen.map(({ longestMs }) => longestMs)),
    over20Ms: seen.reduce((all, { over20Ms }) => all + over20Ms, 0),
    mebibytes: Math.max(...seen.map(({ mebibytes }) => mebibytes)),
    attacks: sum(entries),
    tooMuch: sum(entries.filter(([outcome]) => outcome.endsWith(' TOO_MUCH_WORK'))),
    firstRefused: times.refused[0],
  };
}

/** The goals: no request holds the event loop longer, and no load raises another's p99 above. */
const goals = { stretchMs: 20, p99Ms: 100 };

const columns = [
  ['database', ({ place }: Row) => place],
  ['attackers', ({ name }: Row) => name],
  ['honest', ({ requests, refused }: Row) => `${requests}${refused > 0 ? `, ${refused} refused` : ''}`],
  ['p50 ms', ({ p50Ms }: Row) => p50Ms.toFixed(1)],
  ['p99 ms', ({ p99Ms }: Row) => p99Ms.toFixed(1)],
  ['longest stretch ms', ({ longestMs, over20Ms }: Row) => `${longestMs.toFixed(1)} (${over20Ms} over 20)`],
  ['memory MiB', ({ mebibytes }: Row) => mebibytes.toFixed(0)],
  ['attacks', ({ attacks, tooMuch }: Row) => `${attacks}, ${tooMuch} had to wait`],
  ['goals', (row: Row) => (isReached(row) ? 'reached' : 'missed')],
] as const;

export const isReached = ({ p99Ms, longestMs, refused }: Row): boolean =>
  p99Ms <= goals.p99Ms && longestMs <= goals.stretchMs && refused === 0;

export const lineOf = (row: Row): string => `| ${columns.map(([, cell]) => cell(row)).join(' | ')} |`;

/** As Markdown. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    `| ${columns.map(([name]) => name).join(' | ')} |`,
    `|${columns.map(() => '---|').join('')}`,
    ...rows.map(lineOf),
  ].join('\n');
