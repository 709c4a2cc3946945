import { listActivities } from '../../../src/contract/activities.queries.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { post } from '../../../test/support/live/client.js';
import { sqlitePlace } from '../../../test/support/live/place.js';
import { buildProgram } from '../../../test/support/live/program.js';
import { pause } from '../../../test/support/live/serve.js';
import { activityOf, yes } from '../../../test/support/live/wire.js';
import { type Part, scaled } from '../part.js';
import { queryOf } from '../queryOf.js';
import { makeOrganization, openSite, type Site } from '../site.js';
import { descriptors } from './held.js';
import { at, honestAtOnce, honestClients, mostP99Ms } from './honest.js';
import { openedASecond, openSlowConnections, type SlowConnections, slownesses } from './slowConnections.js';

/** The service must have closed every slow connection this long after the last was opened. */
const timeoutMs = 60_000;

/** Clients that are slow on purpose (Slowloris). Honest clients must still be served. */
export const slowClients: Part = {
  name: 'F-16 slow clients',
  onlyInTheCheck: true,
  async run(options) {
    const count = scaled(1_000, options);
    const place = sqlitePlace();
    const site = await openSite({ program: await buildProgram(), place });
    let slow: SlowConnections | undefined;
    try {
      const party = await makeOrganization(site, 'Honest');
      const { key, organizationId } = party;
      for (let index = 0; index < 100; index += 1) {
        const sent = await activityOf(party, createWallet, { walletName: `Wallet ${index}`, accounts: [] });
        yes(sent, await post(site.serving.url, sent));
      }
      const page = { organizationId, paginationOptions: { limit: '100' } };
      const long = await queryOf(key, listActivities, page);
      const longBytes = (await post(site.serving.url, long)).text.length;
      const undisturbed = honestClients(site, party);
      await pause(10_000);
      const before = await undisturbed.end();
      await pause(6000); // connections of the preparation end after five seconds
      const atStart = descriptors(site);

      const honest = honestClients(site, party);
      slow = openSlowConnections(site.serving.url, count, long);
      const lines: string[] = [];
      let most = 0;
      let endedMs: number | undefined;
      const openingMs = (1000 * count) / openedASecond;
      for (const start = performance.now(); performance.now() - start < openingMs + timeoutMs; await pause(500)) {
        most = Math.max(most, descriptors(site));
        const isDone = performance.now() - start > openingMs && descriptors(site) <= atStart + honestAtOnce;
        endedMs = isDone ? (endedMs ?? performance.now() - start - openingMs) : undefined;
      }
      const { times, errors } = await honest.end();
      const atEnd = await descriptorsAtRest(site, atStart);
      const failed = Object.entries(slow.failed()).map(([code, times]) => `${times} × ${code}`);
      if (slow.opened() < count) {
        throw new Error(
          `Only ${slow.opened()} of ${count} connections could be opened (${failed.join(', ')}): allow more open files (ulimit -n), or use --scale.`,
        );
      }
      lines.push(
        `${count} connections, a third each of ${slownesses.join(', ')} (answers of ${Math.round(longBytes / 1024)} KiB)`,
        `honest before: ${before.times.length} calls, ${before.errors.length} errors, median ${at(before.times, 0.5)} ms, p99 ${at(before.times, 0.99)} ms`,
        `honest meanwhile: ${times.length} calls from ${honestAtOnce} clients, ${errors.length} errors, median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, longest ${at(times, 1)} ms`,
        `file descriptors: ${atStart} before, ${most} at most, ${atEnd} after; given back ${endedMs === undefined ? 'more than 60' : (endedMs / 1000).toFixed(1)} s after the last was opened`,
      );
      const faults = [
        ...errors.slice(0, 3).map((error) => `an honest call failed: ${error}`),
        ...(at(times, 0.99) < mostP99Ms ? [] : ['honest calls took too long']),
        ...(atEnd > atStart ? [`${atEnd - atStart} file descriptors were not given back`] : []),
      ];
      if (faults.length > 0) throw new Error(`${faults.join('; ')}\n    ${lines.join('\n    ')}`);
      return lines;
    } finally {
      slow?.close();
      await site.close();
      place.remove();
    }
  },
};

/** Waits until the honest clients' connections are closed, too, which is after five seconds. */
async function descriptorsAtRest(site: Site, atStart: number): Promise<number> {
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(250)) {
    if (descriptors(site) <= atStart) break;
  }
  return descriptors(site);
}
