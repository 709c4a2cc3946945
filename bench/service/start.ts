import type { Figure } from '../figure.js';
import { type BenchOptions, scaled } from '../options.js';
import { median, middleHalf } from '../statistics.js';
import type { Site } from './serving.js';

/** From the start of the process until it is ready. */
export async function startFigure(site: Site, options: BenchOptions): Promise<Figure> {
  const milliseconds: number[] = [];
  for (let index = 0; index < scaled(20, options); index += 1) {
    const serving = await site.serve();
    milliseconds.push(serving.readyMs);
    await serving.kill();
  }
  return {
    name: 'service from start to ready',
    ours: `${Math.round(median(milliseconds))} ms`,
    goal: '≤ 400 ms',
    reached: median(milliseconds) <= 400,
    spread: middleHalf(milliseconds, 'ms', 0),
  };
}
