import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, faultsOf } from './figure.js';
import { has } from './needs.js';
import { readOptions } from './options.js';
import { type Part, parts } from './parts.js';
import { readmeText } from './readme.js';
import { machine, peerVersions, readResults, writeResult } from './result.js';

const root = process.cwd();
const { names, options, run } = readOptions(process.argv.slice(2));
for (const part of chosen(names)) {
  const lacking = part.needs.filter((need) => !has(need));
  if (lacking.length > 0) {
    console.log(`bench ${part.name}: left out, because this machine lacks ${lacking.join(' and ')}`);
    continue;
  }
  console.log(`bench ${part.name}: a ${run} run`);
  const before = machine();
  const startedAt = performance.now();
  const { measure } = await part.load();
  const figures = await measure(options);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  for (const figure of figures) print(figure);
  const faults = faultsOf(figures);
  if (faults.length > 0)
    throw new Error(`The part ${part.name} did not measure all of its figures.\n${faults.join('\n')}`);
  console.log(`bench ${part.name}: ${figures.length} figures in ${seconds} s`);
  if (run !== 'full') continue;
  const date = new Date().toISOString().slice(0, 10);
  writeResult(root, { part: part.name, date, machine: before, peers: peerVersions(root, part.peers), figures });
  writeFileSync(join(root, 'bench/README.md'), readmeText(parts, readResults(root)));
}

function print({ name, ours, beside, goal, reached, spread, note }: Figure): void {
  const verdict = run === 'smallest' ? '    ' : reached ? 'ok  ' : 'MISS'; // of so few repetitions no figure is a finding
  console.log(`${verdict} ${name}: ${ours} (goal ${goal})${beside ? `, beside ${beside}` : ''}`);
  for (const more of [spread, note]) if (more !== undefined) console.log(`       ${more}`);
}

function chosen(names: readonly string[]): readonly Part[] {
  const known = parts.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No part is called ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  return parts.filter(({ name }) => names.length === 0 || names.includes(name));
}
