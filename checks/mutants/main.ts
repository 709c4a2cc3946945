import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Judgement, judge } from './judge.js';
import { type Mutant, mutated } from './mutant.js';
import { parts } from './parts.js';
import { runTests } from './runTests.js';

type Named = { readonly part: string; readonly name: string; readonly mutant: Mutant };

const cores = availableParallelism();
const all: readonly Named[] = Object.entries(parts).flatMap(([part, mutants]) =>
  mutants.map((mutant) => ({ part, name: `${part}/${mutant.id}`, mutant })),
);
const asked = process.argv.slice(2);
const unknown = asked.filter((one) => !all.some(({ part, name }) => part === one || name === one));
if (unknown.length > 0)
  throw new Error(`No part and no mutant is called ${unknown.join(' or ')}. Parts: ${Object.keys(parts).join(', ')}.`);

// What was begun is ended, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const chosen = all.filter(({ part, name }) => asked.length === 0 || asked.includes(part) || asked.includes(name));
const wrong: string[] = [];
for (const { mutant } of chosen) mutated(readFileSync(mutant.file, 'utf8'), mutant); // before anything runs
for (const part of new Set(chosen.map((each) => each.part))) {
  const startMs = performance.now();
  const ofPart = chosen.filter((each) => each.part === part);
  console.log(`${part}: ${ofPart.length} mutants`);
  if (await isSound(ofPart)) await inLanes(ofPart);
  else wrong.push(`${part}: its tests fail without any mutant`);
  console.log(`  ${seconds(startMs)}`);
}
for (const each of wrong) console.log(each);
console.log(wrong.length > 0 ? 'check:mutants FAILED' : `check:mutants passed: ${chosen.length} mutants`);
if (wrong.length > 0) process.exitCode = 1;

/** Whether the tests of these mutants pass on our own code. */
async function isSound(named: readonly Named[]): Promise<boolean> {
  const { failed, broken } = await runTests([...new Set(named.flatMap(({ mutant }) => mutant.tests))], cores);
  for (const each of [...failed, ...broken]) console.log(`  FAILED without a mutant: ${each}`);
  return failed.length + broken.length === 0;
}

/** One mutant a core at a time. */
async function inLanes(named: readonly Named[]): Promise<void> {
  const waiting = [...named];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const startMs = performance.now();
      const judgement = judge(next.mutant, await runTests(next.mutant.tests, 1, next.mutant));
      console.log(`  ${judgement.kind.padEnd(10)} ${next.name} ${seconds(startMs)}${detailOf(judgement)}`);
      if (judgement.kind === 'survived' || judgement.kind === 'fault') wrong.push(whatIsWrong(next, judgement));
    }
  };
  await Promise.all(Array.from({ length: cores }, lane));
}

function detailOf(judgement: Judgement): string {
  if (judgement.kind === 'killed') return ` by ${judgement.by}`;
  return judgement.kind === 'fault' ? ` ${judgement.why}` : '';
}

function whatIsWrong({ name, mutant }: Named, judgement: Judgement): string {
  const { breaks, file, from, to, tests } = mutant;
  const what = judgement.kind === 'fault' ? `is no good mutant: ${judgement.why}` : 'survived';
  return [`${name} ${what}`, `  ${breaks}`, `  ${file}`, `  - ${from}`, `  + ${to}`, `  ${tests.join(' ')}`].join('\n');
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
