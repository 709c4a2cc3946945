import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Fault } from './engine/fuzz.js';
import { inputOf, type Target } from './target.js';

/** An input of the corpus: every run begins with all of them. */
export type Kept = { readonly why: string } & Written;

type Written = { readonly text: string } | { readonly base64: string } | { readonly gzip: string };

const folder = 'checks/fuzz/corpus';

const pathOf = (target: Target): string => join(folder, `${target.name.replace(/\W+/g, '-')}.json`);

/** The corpus of a target. */
export function readCorpus(target: Target): string[] {
  return keptOf(target).map(inputIn);
}

/** Adds new inputs to a target's file. */
export function addToCorpus(target: Target, found: readonly Fault[]): void {
  const known = new Set(readCorpus(target));
  const added = found
    .filter(({ input }) => !known.has(input))
    .map(({ why, input }) => ({ why, ...written(target, input) }));
  if (added.length === 0) return;
  writeFileSync(pathOf(target), `${JSON.stringify([...keptOf(target), ...added], null, 2)}\n`);
}

/** An input in the form of the corpus: text, base64 for bytes, gzip of UTF-16 in base64 for long inputs. */
export function written({ form }: Target, input: string): Written {
  if (input.length > longestPlain) return { gzip: gzipSync(Buffer.from(input, 'utf16le')).toString('base64') };
  return form === 'text' ? { text: input } : { base64: Buffer.from(input, 'latin1').toString('base64') };
}

const longestPlain = 3_000;

function inputIn(kept: Written): string {
  if ('text' in kept) return kept.text;
  if ('base64' in kept) return inputOf(Buffer.from(kept.base64, 'base64'));
  return gunzipSync(Buffer.from(kept.gzip, 'base64')).toString('utf16le');
}

function keptOf(target: Target): Kept[] {
  return existsSync(pathOf(target)) ? (JSON.parse(readFileSync(pathOf(target), 'utf8')) as Kept[]) : [];
}
