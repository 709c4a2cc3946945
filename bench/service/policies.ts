import type { Figure } from '../figure.js';
import { type BenchOptions, inBatch, scaled } from '../options.js';
import { median, middleHalf } from '../statistics.js';
import { load } from './load.js';
import { type Customer, makeCustomers, makeMember, signatureOf } from './parties.js';
import type { Site } from './serving.js';
import { signingRounds } from './signingRounds.js';

const leastSignatures = 800;
const policiesOfSigners = 20;

/** Durable signatures a second by members, each allowed by one policy of many. The result of each policy is recorded with the vote. */
export async function policySigningFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const members = await withService(site, (url) =>
    inTurn(site.customers, (customer) => makeMember(url, customer, { users: 2, policies: policiesOfSigners })),
  );
  const { rate, spread, cpu } = await signingRounds(site, options, members);
  return {
    name: `the same by members whom one of ${policiesOfSigners} policies allows, ${site.engine}`,
    ours: Math.round(rate).toLocaleString('en'),
    goal: `≥ ${leastSignatures}`,
    reached: rate >= leastSignatures,
    spread,
    note: cpu,
  };
}

const crowd = { users: 100, policies: 100 };
const mostMs = 1;
const signaturesARound = 300;

/** How much longer a member's signature takes than one by a root user, for whom no policy is evaluated; one after the other. */
export async function decisionFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const { root, member } = await withService(site, async (url) => {
    const [first, second] = (await makeCustomers(url, site.parent, 2)) as [Customer, Customer];
    return { root: first, member: await makeMember(url, second, crowd) };
  });
  const serving = await site.serve();
  let sent = 2 ** 41;
  const length = inBatch(signaturesARound, options);
  const medianOf = async (signer: Customer) => {
    const requests = Array.from({ length }, () => signatureOf(signer, sent++));
    return median((await load(serving.url, 1, () => requests.pop())).latenciesMs);
  };
  const addedMs: number[] = [];
  for (let index = 0; index < 2 + scaled(20, options); index += 1) {
    const [without, withPolicies] = [await medianOf(root), await medianOf(member)];
    if (index >= 2) addedMs.push(withPolicies - without);
  }
  await serving.kill();
  return {
    name: `a decision with ${crowd.policies} policies and ${crowd.users} users, above one without, ${site.engine}`,
    ours: `${median(addedMs).toFixed(2)} ms`,
    goal: `≤ ${mostMs} ms`,
    reached: median(addedMs) <= mostMs,
    spread: middleHalf(addedMs, 'ms', 2),
  };
}

async function withService<Made>(site: Site, make: (url: string) => Promise<Made>): Promise<Made> {
  const serving = await site.serve();
  try {
    return await make(serving.url);
  } finally {
    await serving.kill();
  }
}

async function inTurn<Each, Made>(all: readonly Each[], make: (each: Each) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const each of all) made.push(await make(each));
  return made;
}
