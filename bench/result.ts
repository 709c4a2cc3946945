import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.js';

/** The stored result of a part's full run. */
export type Result = {
  readonly part: string;
  /** Day of the run, as `2026-11-21`. */
  readonly date: string;
  readonly machine: Machine;
  /** Versions by package. */
  readonly peers: Readonly<Record<string, string>>;
  readonly figures: readonly Figure[];
};

export type Machine = {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly os: string;
  /** The load average of the minute before the run. */
  readonly loadBefore: number;
};

export function machine(): Machine {
  return {
    node: process.version,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    os: `${type()} ${release().replace(/^(\d+\.\d+).*/, '$1')}`,
    loadBefore: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
}

/** The exact versions that the peers' own package.json files name. */
export function peerVersions(root: string, folders: readonly string[]): Record<string, string> {
  const manifests = folders.map((folder) => readJson(join(root, 'bench/peers', folder, 'package.json')));
  return Object.assign({}, ...manifests.map(({ dependencies }) => dependencies));
}

export function readResults(root: string): Result[] {
  const folder = join(root, 'bench/results');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return names.sort().map((name) => readJson(join(folder, name)));
}

export function writeResult(root: string, result: Result): void {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${result.part}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
