import { spread } from '../../test/support/statistics.js';
import type { CrashReport } from './crashes.js';

/** The longest time until a service is ready again, in milliseconds. */
const readyWithinMs = 2000;

/** All deviations of a run, one sentence each. */
export function deviations(report: CrashReport): string[] {
  const { faults, readyMs } = report;
  const slow = readyMs.filter((ms) => ms > readyWithinMs);
  return [
    ...faults,
    ...missed(report),
    ...slow.map((ms) => `ready only after ${Math.round(ms)} ms instead of ${readyWithinMs}`),
  ];
}

/** With this many kills or more, every kind of request must have been interrupted. */
const longRun = 100;

/** A sentence for each kind of request that no kill of a long run interrupted. */
function missed({ victims, hits, ledger }: CrashReport): string[] {
  if (victims.length < longRun) return [];
  const kinds = new Set(ledger.acknowledged.map(({ kind }) => kind));
  return [...kinds].filter((kind) => !hits.has(kind)).map((kind) => `no kill hit ${kind}`);
}

/** A line for each kind of request, and the sums. */
export function reportText(report: CrashReport): string {
  const { place, victims, hits, ledger, readyMs, repeated, done, absent, messages } = report;
  const kinds = counted(
    ledger.acknowledged.map(({ kind, answer }) => (answer.status === 200 ? kind : `${kind}, refused`)),
  );
  const wrong = deviations(report);
  return [
    `${place}`,
    line('kills', `${victims.length} (${listed(counted(victims))})`),
    line('kills by kind', listed(new Map([...hits].sort(([, one], [, other]) => other - one)))),
    line('ready again', spread(readyMs)),
    line('acknowledged', `${ledger.acknowledged.length} (${listed(kinds)})`),
    line('answers compared', `${repeated} with those to the same bytes`),
    line('cut off', `${done} were done, ${absent} absent; all were sent again`),
    line('refused for a while', `${ledger.unavailable} with 408, 503 or 504`),
    line('messages', `${messages}`),
    line('deviations', `${wrong.length}`),
    ...wrong.slice(0, 20).map((each) => `    ${each}`),
  ].join('\n');
}

const line = (name: string, value: string): string => `  ${name.padEnd(22)}${value}`;

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
