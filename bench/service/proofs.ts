import { cpuMsOf } from '../cpuTime.js';
import type { Figure } from '../figure.js';
import { type BenchOptions, inBatch, scaled } from '../options.js';
import { median, middleHalf } from '../statistics.js';
import { load } from './load.js';
import { walletOf } from './parties.js';
import type { Site } from './serving.js';

const mostMs = 0.5;
/** Of each kind in a round: an organization has a hundred wallets at most. */
const walletsARound = 64;
const rounds = 10;

/** How much more CPU the service takes for a wallet with an App Proof than for one without, which are made in turns. */
export async function proofFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const serving = await site.serve({ variables: { LATCHKEY_DERIVATIONS_PER_MINUTE: 'off' } });
  let sent = 0;
  const made = inBatch(walletsARound, options);
  const cpuOf = async (generateAppProofs: boolean) => {
    const requests = Array.from({ length: made }, () => {
      sent += 1;
      const customer = site.customers[sent % site.customers.length];
      return customer && walletOf(customer, `Wallet ${sent}`, { generateAppProofs });
    });
    const before = cpuMsOf([serving.pid]);
    await load(serving.url, 1, () => requests.pop());
    return (cpuMsOf([serving.pid]) - before) / made;
  };
  const addedMs: number[] = [];
  for (let index = 0; index < 2 + scaled(rounds, options); index += 1) {
    const [without, withProof] = [await cpuOf(false), await cpuOf(true)];
    if (index >= 2) addedMs.push(withProof - without);
  }
  await serving.kill();
  return {
    name: `CPU of a wallet with an App Proof, above one without, ${site.engine}`,
    ours: `${median(addedMs).toFixed(2)} ms`,
    goal: `≤ ${mostMs} ms`,
    reached: median(addedMs) <= mostMs,
    spread: middleHalf(addedMs, 'ms', 2),
  };
}
