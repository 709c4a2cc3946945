import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { basename } from 'node:path';

/** Which places of the product's own code have been reached, as the engine counts them block by block. */
export type Coverage = {
  /** Forgets what was run since the last question, and says whether any of it was new; `keep`: from now on it is not. */
  readonly isNew: (keep: 'keep' | 'look') => boolean;
  /** Characters of code reached so far. */
  readonly reached: () => number;
  readonly stop: () => void;
};

/** Watches a program that was bundled into one file with a source map beside it; `undefined` where there is none. */
export function watchCoverage(programPath: string): Coverage | undefined {
  if (!existsSync(`${programPath}.map`)) return undefined;
  const isReached = whatIsNotOurs(programPath);
  const unknown = isReached.reduce((sum, reached) => sum + 1 - reached, 0);

  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const name = basename(programPath);

  const isNew: Coverage['isNew'] = (keep) => {
    let found = false;
    for (const { from, to } of rangesRun(session, name)) {
      const isKnown = !isReached.subarray(from, to).includes(0);
      if (isKnown) continue;
      found = true;
      if (keep === 'keep') isReached.fill(1, from, to);
    }
    return found;
  };
  return {
    isNew,
    reached: () => unknown - isReached.reduce((sum, reached) => sum + 1 - reached, 0),
    stop: () => {
      session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** For each character of the program 0 where it comes from a module of the product, and 1 elsewhere. */
function whatIsNotOurs(programPath: string): Uint8Array {
  const text = readFileSync(programPath, 'utf8');
  const map = new SourceMap(JSON.parse(readFileSync(`${programPath}.map`, 'utf8')));
  const marks = new Uint8Array(text.length).fill(1);
  let at = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const entry = map.findEntry(index, line.search(/\S|$/));
    const isOurs =
      'originalSource' in entry &&
      /\/src\/[^/]/.test(entry.originalSource) &&
      !/node_modules/.test(entry.originalSource);
    if (isOurs && entry.generatedLine === index) marks.fill(0, at, at + line.length);
    at += line.length + 1;
  }
  return marks;
}

/** The pieces of the program that were run. V8 answers ranges within ranges, of which the inner one is right. */
function rangesRun(session: Session, name: string): { from: number; to: number }[] {
  const run: { from: number; to: number }[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, taken) => {
    for (const { url, functions } of taken?.result ?? []) {
      if (!url.endsWith(name)) continue;
      for (const { ranges } of functions) run.push(...flattened(ranges));
    }
  });
  return run;
}

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };

/** Ranges beside one another, of those that were run. They come sorted: outer before inner, earlier before later. */
function flattened(ranges: readonly Range[]): { from: number; to: number }[] {
  const run: { from: number; to: number }[] = [];
  const open: Range[] = [];
  let at = 0;
  const upTo = (offset: number) => {
    const inner = open.at(-1);
    if (inner && inner.count > 0 && offset > at) run.push({ from: at, to: offset });
    at = Math.max(at, offset);
  };
  const closeBefore = (offset: number) => {
    for (let inner = open.at(-1); inner && inner.endOffset <= offset; inner = open.at(-1)) {
      upTo(inner.endOffset);
      open.pop();
    }
  };
  for (const range of ranges) {
    closeBefore(range.startOffset);
    upTo(range.startOffset);
    at = range.startOffset;
    open.push(range);
  }
  closeBefore(Number.POSITIVE_INFINITY);
  return run;
}
