import { makeApp } from '../app.js';
import type { Figure } from '../figure.js';
import type { BenchOptions } from '../options.js';
import { speedFigures } from './speed.js';
import { weightFigures } from './weight.js';

export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const root = process.cwd();
  const app = await makeApp(root);
  try {
    return [...(await weightFigures(root, app.folder)), ...(await speedFigures(root, app.folder, options))];
  } finally {
    app.remove();
  }
}
