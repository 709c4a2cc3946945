import { expect, test } from 'vitest';
import { locked, manifest } from './manifest.js';

const dependencies = Object.keys(manifest.dependencies).sort();

/** The packages that npm installs with Latchkey, without peers: its dependencies and all of theirs. */
const delivered = new Set(dependencies);
for (const name of delivered)
  for (const next of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {})) delivered.add(next);

test('the kit has at most five dependencies, and they bring no others', () => {
  expect(dependencies.length).toBeLessThanOrEqual(5);
  expect([...delivered].sort()).toEqual(dependencies);
});

test('no dependency runs a script when it is installed', () => {
  expect([...delivered].filter((name) => locked[`node_modules/${name}`]?.hasInstallScript)).toEqual([]);
});

test('every dependency is pinned, and every locked package is held by its hash', () => {
  expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const held = Object.entries(locked).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(held.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
});
