import type { Figure } from '../figure.js';
import type { BenchOptions } from '../options.js';

export async function measure(_options: BenchOptions): Promise<readonly Figure[]> {
  return [];
}
