import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { basename } from 'node:path';

/** Which blocks of the product's code have been reached, by V8's block coverage. */
export type Coverage = {
  /** Whether code was reached for the first time since the last call. `keep` marks it as reached, `compare` does not. */
  readonly isNew: (mode: 'keep' | 'compare') => boolean;
  /** Characters of code reached so far. */
  readonly reached: () => number;
  readonly stop: () => void;
};

/** Watches a program that is bundled into one file. `undefined` if the file has no source map beside it. */
export function watchCoverage(programPath: string): Coverage | undefined {
  if (!existsSync(`${programPath}.map`)) return undefined;
  const isReached = codeOfOthers(programPath);
  const unknown = isReached.reduce((sum, reached) => sum + 1 - reached, 0);

  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const name = basename(programPath);

  const isNew: Coverage['isNew'] = (mode) => {
    let found = false;
    for (const { from, to } of rangesRun(session, name)) {
      const isKnown = !isReached.subarray(from, to).includes(0);
      if (isKnown) continue;
      found = true;
      if (mode === 'keep') isReached.fill(1, from, to);
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

/** For each character of the program: 0 if it comes from a module of the product, 1 otherwise. */
function codeOfOthers(programPath: string): Uint8Array {
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

/** The ranges of the program that were run. V8 returns nested ranges, of which the innermost one counts. */
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

/** Nested ranges as ranges side by side, only those that were run. V8 sorts them: outer before inner, earlier before later. */
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
