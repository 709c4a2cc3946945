import type { Figure } from '../figure.js';
import type { BenchOptions } from '../options.js';
import { profiled } from './profile.js';
import type { Site } from './serving.js';
import { signingRounds } from './signingRounds.js';

const goal = 1000;

/** Durable signatures a second, and where the time goes. */
export async function signingFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const { rate, spread, cpu } = await signingRounds(site, options, site.customers);
  return {
    name: `durable signatures a second, ${site.engine}, ${site.customers.length} clients`,
    ours: Math.round(rate).toLocaleString('en'),
    goal: `≥ ${goal.toLocaleString('en')}`,
    reached: rate >= goal,
    spread,
    note: `${cpu} The service's event loop: ${await profiled(site, options)}.`,
  };
}
