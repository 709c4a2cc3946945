import { refusals } from '../../../contract/refusals.js';
import type { Answered } from '../answer.js';
import type { Family, Sample } from './text.js';

/** Counts answers. */
export type RequestMetrics = {
  readonly onAnswered: (answered: Answered) => void;
  readonly families: () => readonly Family[];
};

/** Upper bounds, in milliseconds: around the 10 ms of a good day and the 500 ms of a bad one. */
const boundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];

/**
 * Answers by path, status and refusal; how long they took, by path. Labels are names of ours, never what a client sent, so that
 * there are as many series as the contract has rows and refusals, and no more.
 */
export function createRequestMetrics(): RequestMetrics {
  const counts = new Map<string, Count>();
  const latencies = new Map<string, Latency>();
  return {
    onAnswered({ method, path, status, ms, notes }) {
      const refusal = notes.refusal ?? '';
      const key = `${path} ${status} ${refusal}`;
      const count = counts.get(key);
      if (count) count.value += 1;
      else counts.set(key, { labels: { path, status: String(status), refusal: known(refusal) }, value: 1 });
      if (method !== 'OPTIONS') take(latencies, path, ms);
    },
    families: () => [
      {
        name: 'latchkey_requests_total',
        type: 'counter',
        help: 'Answered requests by path, HTTP status and the refusal that was answered, if any.',
        samples: [...counts.values()],
      },
      {
        name: 'latchkey_request_seconds',
        type: 'histogram',
        help: 'How long answers took, preflights aside.',
        samples: [...latencies].flatMap(([path, latency]) => samplesOf(path, latency)),
      },
    ],
  };
}

type Count = { readonly labels: Readonly<Record<string, string>>; value: number };
/** How many took at most each bound, the last of them beyond all; and how long all took together. */
type Latency = { readonly within: number[]; sumMs: number };

/** A refusal of the table; what else an adapter may answer is one. */
const known = (refusal: string): string => (refusal === '' || Object.hasOwn(refusals, refusal) ? refusal : 'OTHER');

function take(latencies: Map<string, Latency>, path: string, ms: number): void {
  let latency = latencies.get(path);
  if (!latency) {
    latency = { within: Array<number>(boundsMs.length + 1).fill(0), sumMs: 0 };
    latencies.set(path, latency);
  }
  const bound = boundsMs.findIndex((most) => ms <= most);
  const place = bound < 0 ? boundsMs.length : bound;
  latency.within[place] = (latency.within[place] ?? 0) + 1;
  latency.sumMs += ms;
}

function samplesOf(path: string, { within, sumMs }: Latency): Sample[] {
  let below = 0;
  const buckets = within.map((count, place) => {
    below += count;
    const most = boundsMs[place];
    const le = most === undefined ? '+Inf' : String(most / 1000);
    return { suffix: '_bucket', labels: { path, le }, value: below };
  });
  return [
    ...buckets,
    { suffix: '_sum', labels: { path }, value: sumMs / 1000 },
    { suffix: '_count', labels: { path }, value: below },
  ];
}
