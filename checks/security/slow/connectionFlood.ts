import { sqlitePlace } from '../../../test/support/live/place.js';
import { buildProgram } from '../../../test/support/live/program.js';
import { pause } from '../../../test/support/live/serve.js';
import { type Options, type Part, scaled } from '../part.js';
import { makeOrganization, openSite, type Site } from '../site.js';
import { descriptors, residentMiB } from './held.js';
import { at, type HonestCalls, honestClients, honestNewcomers, mostP99Ms } from './honest.js';
import { openIdleConnections } from './idleConnections.js';

/** The service's limit of connections from all addresses together. */
const connections = 4_096;
const seconds = 45;
/** How much more memory the service may use: two pools of 64 MiB for bodies, 4,096 connections, and uncollected garbage. */
const mostGrowthMiB = 384;
/** Open file descriptors beside the idle connections. */
const mostOthers = 40;

/** Attackers hold thousands of connections and half-sent bodies. Honest clients must still be served. */
export const connectionFlood: Part = {
  name: 'F-16 idle connections',
  onlyInTheCheck: true,
  async run(options) {
    const program = await buildProgram();
    const lines: string[] = [];
    for (const addresses of [1, 64]) {
      const place = sqlitePlace();
      const site = await openSite({ program, place });
      try {
        lines.push(...(await floodFrom(site, addresses, options)));
      } finally {
        await site.close();
        place.remove();
      }
    }
    return lines;
  },
};

async function floodFrom(site: Site, addresses: number, options: Options): Promise<string[]> {
  const party = await makeOrganization(site, 'Honest');
  await pause(6000); // connections of the preparation end after five seconds
  const before = { descriptors: descriptors(site), mib: residentMiB(site) };
  const most = { ...before };
  const idle = openIdleConnections(site.serving.url, connections, addresses, site.parent.authProxyConfigId);
  const regulars = honestClients(site, party);
  const newcomers = honestNewcomers(site);
  const end = performance.now() + 1000 * scaled(seconds, options);
  for (; performance.now() < end; await pause(100)) {
    most.descriptors = Math.max(most.descriptors, descriptors(site));
    most.mib = Math.max(most.mib, residentMiB(site));
  }
  const { opened, alive } = idle.counts();
  const honest = { regulars: await regulars.end(), newcomers: await newcomers.end() };
  idle.close();
  const growth = { descriptors: most.descriptors - before.descriptors, mib: Math.round(most.mib - before.mib) };
  const lines = [
    `from ${addresses} ${addresses === 1 ? 'address' : 'addresses'}: ${opened} connections opened, ${alive} held at the end`,
    `  the service: at most ${growth.descriptors} descriptors and ${growth.mib} MiB above those at rest`,
    `  honest regulars: ${summary(honest.regulars)}`,
    `  honest newcomers, a connection each: ${summary(honest.newcomers)}`,
  ];
  const mostDescriptors = Math.min(connections, 64 * addresses) + mostOthers;
  const faults = [
    ...Object.entries(honest).flatMap(([who, found]) => faultsOf(who, found)),
    ...(growth.descriptors > mostDescriptors ? ['more connections were held than are allowed'] : []),
    ...(growth.mib > mostGrowthMiB ? ['half-sent bodies took too much memory'] : []),
  ];
  if (faults.length > 0) throw new Error(`${faults.join('; ')}\n    ${lines.join('\n    ')}`);
  return lines;
}

const summary = ({ times, errors }: HonestCalls): string =>
  `${times.length} calls, ${errors.length} errors, median ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, longest ${at(times, 1)} ms`;

const faultsOf = (who: string, { times, errors }: HonestCalls): string[] => [
  ...errors.slice(0, 3).map((error) => `${who}: a call failed: ${error}`),
  ...(at(times, 0.99) < mostP99Ms ? [] : [`${who}: calls took too long`]),
];
