import { appFolder } from '../app.js';
import type { Figure } from '../figure.js';
import type { BenchOptions } from '../options.js';
import { speedFigures } from './speed.js';
import { weightFigures } from './weight.js';

export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const root = process.cwd();
  const app = appFolder(root);
  return [...(await weightFigures(root, app)), ...(await speedFigures(root, app, options))];
}
