import { type Chunk, firstLoad } from './bundle.js';

/** What is fetched beside the first load for a chunk that comes later: itself, and what it imports statically. */
export function laterOf(chunks: readonly Chunk[], name: string): Chunk[] {
  const first = new Set(firstLoad(chunks));
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  // A file whose name is taken has a number behind it.
  const isNamed = (given: string) => given.startsWith(name) && /^\d*$/.test(given.slice(name.length));
  const later = new Set(chunks.filter((chunk) => chunk.type === 'chunk' && isNamed(chunk.name)));
  if (later.size === 0) throw new Error(`No file is called ${name}.`);
  for (const chunk of later)
    for (const imported of chunk.type === 'chunk' ? chunk.imports : []) {
      const found = byName.get(imported);
      if (found && !first.has(found)) later.add(found);
    }
  return [...later];
}
