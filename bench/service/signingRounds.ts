import { cpuMsOf } from '../cpuTime.js';
import { type BenchOptions, inBatch, scaled } from '../options.js';
import { median, middleHalf, quantile } from '../statistics.js';
import { load } from './load.js';
import { type Customer, signatureOf } from './parties.js';
import type { Site } from './serving.js';

/** The measurements of rounds of signatures. */
export type Rounds = {
  /** Signatures per second: the median of the rounds. */
  readonly rate: number;
  readonly spread: string;
  /** CPU time per signature, of every process that took part. */
  readonly cpu: string;
};

const signaturesARound = 5000;
const warming = 2;

/** Each of the signers signs one payload after the other, all of them at once. */
export async function signingRounds(site: Site, options: BenchOptions, signers: readonly Customer[]): Promise<Rounds> {
  const serving = await site.serve();
  const rates: number[] = [];
  const latenciesMs: number[] = [];
  let sent = 0;
  const round = async () => {
    const requests = signers.map((signer) => {
      const each = Math.ceil(inBatch(signaturesARound, options) / signers.length);
      return Array.from({ length: each }, () => signatureOf(signer, sent++));
    });
    return load(serving.url, signers.length, (client) => requests[client]?.pop());
  };
  for (let index = 0; index < warming; index += 1) await round();
  await site.settle();
  const before = cpuOf(site, serving.pid);
  for (let index = 0; index < scaled(9, options); index += 1) {
    const measured = await round();
    rates.push(measured.perSecond);
    latenciesMs.push(...measured.latenciesMs);
  }
  const after = cpuOf(site, serving.pid);
  await serving.kill();
  const each = (part: keyof Cpu) => `${((after[part] - before[part]) / latenciesMs.length).toFixed(2)} ms`;
  const cpu = [
    `service ${each('service')}`,
    ...(site.engine === 'PostgreSQL' ? [`PostgreSQL ${each('database')}`] : []),
    `client ${each('client')}, its stamps included`,
  ];
  return {
    rate: median(rates),
    spread: `${middleHalf(rates, '/s', 0)}; answered in ${median(latenciesMs).toFixed(1)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(1)} ms`,
    cpu: `CPU a signature: ${cpu.join(', ')}.`,
  };
}

type Cpu = { readonly service: number; readonly database: number; readonly client: number };

function cpuOf(site: Site, pid: number): Cpu {
  const { user, system } = process.cpuUsage();
  return { service: cpuMsOf([pid]), database: cpuMsOf(site.databasePids()), client: (user + system) / 1000 };
}
