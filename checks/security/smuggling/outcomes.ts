import type { Attempt } from './attempts.js';
import type { Counted } from './fronts.js';
import { type HiddenKind, hiddenMarker } from './hidden.js';
import type { Wiretap } from './wiretap.js';

/** An attempt that was made. */
export type Tried = { readonly attempt: Attempt; readonly kind: HiddenKind; readonly number: number };

type Attempts = {
  readonly tried: readonly Tried[];
  readonly counted: readonly Counted[];
  readonly tap: Wiretap;
  /** Hidden requests that took effect, and that no front proxy counted as requests. */
  readonly smuggled: ReadonlySet<number>;
  /** Hidden requests that took effect. */
  readonly done: ReadonlySet<number>;
};

/** The results of the attempts through one listener: lines of a report, and faults. */
export function outcomesOf({ tried, counted, tap, smuggled, done }: Attempts): { lines: string[]; faults: string[] } {
  const faults: string[] = [];
  const requests = tap.requests();
  const byMarker = new Map(counted.map((each) => [each.marker, each]));
  const families = new Map<string, Record<'tried' | 'kept' | 'bent' | 'asItWas' | 'split' | 'refused', number>>();
  for (const { attempt, kind, number } of tried) {
    const { family, odd } = attempt;
    const sums = families.get(family) ?? { tried: 0, kept: 0, bent: 0, asItWas: 0, split: 0, refused: 0 };
    families.set(family, sums);
    const sent = requests.get(`around-${number}`);
    sums.tried += 1;
    if (sent === undefined) sums.kept += 1;
    else if (sent.toLowerCase().includes(odd.toLowerCase())) sums.asItWas += 1;
    else sums.bent += 1;
    if (byMarker.has(hiddenMarker(number))) sums.split += 1;
    const status = byMarker.get(`around-${number}`)?.upstream;
    if (status !== undefined && status >= 400) sums.refused += 1;
    if (smuggled.has(number)) faults.push(`${family} ${JSON.stringify(odd)} smuggled in ${kind} (number ${number})`);
    if (family === 'control' && !(done.has(number) && byMarker.has(hiddenMarker(number)))) {
      faults.push('an honest second request on a connection was not answered, or not counted');
    }
  }
  const answered = tap.answered();
  const counts = new Map<number, number>();
  for (const { upstream } of counted) if (upstream !== undefined) counts.set(upstream, (counts.get(upstream) ?? 0) + 1);
  for (const [status, times] of counts) {
    const count = answered.get(status) ?? 0;
    if (count < times) faults.push(`the front received ${status} ${times} times, the service sent it ${count} times`);
  }
  // More answers than the proxy logged: to requests that it gave up, or to requests that it never sent.
  const surplus = sum(answered.values()) - sum(counts.values());
  const givenUp = counted.filter(({ isForwarded, upstream }) => isForwarded && upstream === undefined).length;
  if (surplus > givenUp)
    faults.push(`${surplus} answers were not received, though only ${givenUp} requests were given up`);
  for (const status of answered.keys()) if (status >= 500) faults.push(`the service answered ${status}`);
  const lines = [...families]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([family, { tried: all, kept, bent, asItWas, split, refused }]) =>
        `${family}: ${all}; ${kept} not forwarded, ${bent} rewritten, ${asItWas} forwarded unchanged; ${split} counted as two by the front; ${refused} refused by the service`,
    );
  const total = [...answered].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  lines.push(
    `the service answered ${total.join(', ')} over ${tap.connections()} connections; ${givenUp} requests were given up by the front, ${surplus} of them answered`,
  );
  return { lines, faults };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);
