import type { Figure } from '../figure.js';
import { type BenchOptions, scaled } from '../options.js';
import { median, middleHalf, quantile } from '../statistics.js';
import { load } from './load.js';
import { signatureOf } from './parties.js';
import { profiled } from './profile.js';
import { cpuMsOf, type Site } from './serving.js';

const signaturesARound = 5000;
const warming = 2;

/** Durable signatures a second, and where the time goes. */
export async function signingFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const serving = await site.serve();
  const rates: number[] = [];
  const latenciesMs: number[] = [];
  let sent = 0;
  const round = async () => {
    const requests = site.customers.map((customer) => {
      const each = Math.ceil(signaturesARound / site.customers.length);
      return Array.from({ length: each }, () => signatureOf(customer, sent++));
    });
    return load(serving.url, site.customers.length, (client) => requests[client]?.pop());
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
    name: `durable signatures a second, ${site.engine}, ${site.customers.length} clients`,
    ours: Math.round(median(rates)).toLocaleString('en'),
    goal: '≥ 1,000',
    reached: median(rates) >= 1000,
    spread: `${middleHalf(rates, '/s', 0)}; answered in ${median(latenciesMs).toFixed(1)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(1)} ms`,
    note: `CPU a signature: ${cpu.join(', ')}. The service's event loop: ${await profiled(site)}.`,
  };
}

type Cpu = { readonly service: number; readonly database: number; readonly client: number };

function cpuOf(site: Site, pid: number): Cpu {
  const { user, system } = process.cpuUsage();
  return { service: cpuMsOf([pid]), database: cpuMsOf(site.databasePids()), client: (user + system) / 1000 };
}
