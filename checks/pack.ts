import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Packs a package as npm would publish it. It is built already.
 *
 * @returns the path of its archive, in `folder`.
 */
export function pack(source: string, folder: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = execFileSync('npm', args, { cwd: source, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [{ filename }] = Object.values(JSON.parse(packed)) as [{ filename: string }];
  return join(folder, filename);
}
