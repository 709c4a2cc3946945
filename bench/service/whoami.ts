import type { Figure } from '../figure.js';
import { type BenchOptions, inBatch, scaled } from '../options.js';
import { median, middleHalf } from '../statistics.js';
import { load } from './load.js';
import { pinClient, serveFloor, serversCore } from './oneCore.js';
import { type Party, whoamiOf } from './parties.js';
import type { Site } from './serving.js';

const connections = 32;

/** Stamped `whoami` requests per second on one core, and the floor. */
export async function whoamiFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const [customer] = site.customers;
  if (customer === undefined) throw new Error('There is no customer.');
  const release = pinClient();
  const serving = await site.serve({ core: serversCore });
  const floor = await serveFloor(customer);
  const ours: number[] = [];
  const floors: number[] = [];
  const warming = 2;
  const requests = inBatch(requestsARound, options);
  for (let round = 0; round < warming + scaled(9, options); round += 1) {
    const own = await rate(serving.url, requests, (index) => site.customers[index % site.customers.length] ?? customer);
    const bare = await rate(floor.url, requests, () => customer);
    if (round < warming) continue;
    ours.push(own);
    floors.push(bare);
  }
  await serving.kill();
  floor.stop();
  release();
  const share = median(ours) / median(floors);
  return {
    name: 'stamped whoami a second, on one core',
    ours: `${Math.round(median(ours)).toLocaleString('en')} (${Math.round(100 * share)} % of the floor)`,
    beside: `bare HTTP and P-256 verification ${Math.round(median(floors)).toLocaleString('en')}`,
    goal: '≥ 60 % of the floor',
    reached: share >= 0.6,
    spread: `${middleHalf(ours, '/s', 0)}; floor ${middleHalf(floors, '/s', 0)}`,
  };
}

const requestsARound = 15_000;

async function rate(url: string, count: number, who: (index: number) => Party): Promise<number> {
  const requests = Array.from({ length: count }, (_, index) => whoamiOf(who(index)));
  const { perSecond } = await load(url, connections, () => requests.pop());
  return perSecond;
}
