import type { Log } from '../../tools.js';
import type { Family } from './text.js';

/** A log that also counts its events, by their names; requests have figures of their own. */
export type CountedLog = { readonly log: Log; readonly families: () => readonly Family[] };

/** Every event has a name that stands in our code, so that there are as many series as the code has names. */
export function countEvents(log: Log): CountedLog {
  const counts = new Map<string, number>();
  return {
    log: (event, facts) => {
      counts.set(event, (counts.get(event) ?? 0) + 1);
      log(event, facts);
    },
    families: () => [
      {
        name: 'latchkey_events_total',
        type: 'counter',
        help: 'Lines of the log by event, requests aside.',
        samples: [...counts].map(([event, value]) => ({ labels: { event }, value })),
      },
    ],
  };
}
