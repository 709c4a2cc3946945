import { written } from './corpus.js';
import { type Fault, hangMs, type Report } from './engine/fuzz.js';
import type { Ended } from './run.js';
import type { ServiceReport } from './service/fuzzService.js';
import { goalMs, mostMs, type ShapesReport } from './shapes/shapes.js';
import type { Target } from './target.js';

/** The results of a target. */
export type Row = {
  readonly target: Target;
  readonly functions: Ended<Report>;
  readonly service: Ended<ServiceReport>;
};

/** The heads of the columns that {@link rowText} fills. */
export const headText: string = [
  columns('', 'at the functions', '', '', '', '', 'through the service', '', '', ''),
  columns('target', 'inputs', 'accepted', 'refused', 'kept', 'slowest', 'inputs', 'port', '200', 'slowest'),
].join('\n');

/** A line with the target's figures, one with its functions, and one for each fault. */
export function rowText(row: Row): string {
  const { target, functions, service } = row;
  const f = 'report' in functions ? functions.report : undefined;
  const d = 'report' in service ? service.report : undefined;
  return [
    columns(
      target.name,
      ...[f?.inputs, f?.accepted, f?.refused, f?.kept.length].map(show),
      ms(f?.slowestMs),
      ...[d?.inputs, d?.overPort, d?.done].map(show),
      ms(d?.slowestMs),
    ),
    `    ${target.functions} · ${target.service.name}`,
    ...faultsOf(row).map((fault) => `    FAULT: ${fault.why}\n      ${JSON.stringify(written(target, fault.input))}`),
  ].join('\n');
}

/** All faults of a target. */
export function faultsOf({ functions, service }: Row): readonly Fault[] {
  return [functions, service].flatMap((ended) => ('fault' in ended ? [ended.fault] : ended.report.faults));
}

/** The line below the table. */
export const footText = `slowest: ms for one input, the fastest of up to ten tries where it matters; more than ${hangMs} ms is a fault`;

/** Two lines with the figures of the hostile bodies, and one for each fault. */
export const shapesText = ({ bodies, slowestMs, slowest, faults }: ShapesReport): string =>
  [
    `shapes: ${bodies} bodies of every call, templates and call data, the slowest ${slowestMs.toFixed(1)} ms (goal ${goalMs}); more than ${mostMs} ms is a fault`,
    `    ${slowest}`,
    ...faults.slice(0, 20).map((fault) => `    FAULT: ${fault}`),
  ].join('\n');

function columns(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(24), ...cells.map((cell) => cell.padStart(9))].join('');
}

const show = (count: number | undefined): string => (count === undefined ? '–' : String(count));

const ms = (slowestMs: number | undefined): string => (slowestMs === undefined ? '–' : slowestMs.toFixed(1));
