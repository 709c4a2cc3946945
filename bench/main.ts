import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from './options.js';
import { type Part, parts } from './parts.js';
import { readmeText } from './readme.js';
import { machine, peerVersions, readResults, writeResult } from './result.js';

const root = process.cwd();
const { names, options, isFull } = readOptions(process.argv.slice(2));
for (const part of chosen(names)) {
  console.log(`bench ${part.name}: seed ${options.seed}, scale ${options.scale}`);
  const before = machine();
  const { measure } = await part.load();
  const figures = await measure(options);
  for (const { name, ours, beside, goal, reached, spread, note } of figures) {
    console.log(`${reached ? 'ok  ' : 'MISS'} ${name}: ${ours} (goal ${goal})${beside ? `, beside ${beside}` : ''}`);
    for (const more of [spread, note]) if (more !== undefined) console.log(`       ${more}`);
  }
  if (!isFull) continue;
  const date = new Date().toISOString().slice(0, 10);
  writeResult(root, { part: part.name, date, machine: before, peers: peerVersions(root, part.peers), figures });
  writeFileSync(join(root, 'bench/README.md'), readmeText(parts, readResults(root)));
}

function chosen(names: readonly string[]): readonly Part[] {
  const known = parts.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No part is called ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  return parts.filter(({ name }) => names.length === 0 || names.includes(name));
}
