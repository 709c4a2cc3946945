import type { Figure } from '../figure.js';
import type { Usage } from './usage.js';

/** The number of requests of one kind, how long they took, and the resources that they used. */
export type Shift = { readonly name: string; readonly count: number; readonly seconds: number; readonly used: Usage };

/** The same with one process and with two. */
export function figuresOf(one: readonly Shift[], two: readonly Shift[]): Figure[] {
  return one.flatMap((alone, index) => {
    const both = two[index] ?? alone;
    return [
      {
        name: `${alone.name} a second, two service processes on one PostgreSQL`,
        ours: `${rateOf(both).toFixed(0)} (one process: ${rateOf(alone).toFixed(0)})`,
        goal,
        reached: rateOf(both) >= 0.8 * rateOf(alone),
        spread: `one: ${textOf(alone)}; two: ${textOf(both)}`,
      },
    ];
  });
}

/** One process, its database and its clients fill two cores: a second one cannot add anything there, and must not cost much. */
const goal = 'at least 0.8 times those of one process, all on the same two cores';

const rateOf = ({ count, seconds }: Shift): number => count / seconds;

function textOf({ count, used }: Shift): string {
  const each = (amount: number, digits: number) => (amount / count).toFixed(digits);
  return [
    `${each(used.serviceCpuMs, 1)} ms of CPU in the service and ${each(used.databaseCpuMs, 1)} ms in the database`,
    `${each(used.walBytes / 1000, 1)} kB of write-ahead log`,
    `${each(used.rollbacks, 3)} conflicts each`,
  ].join(', ');
}
