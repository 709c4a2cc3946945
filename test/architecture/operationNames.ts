import type { Rule } from './rules.js';
import type { Source } from './source.js';
import type { SourceTree } from './sourceTree.js';

/** An operation's name may be only on its row: another file with the name is a hidden list of operations. */
export const operationNames: Rule = {
  title: "an operation's name stands on its row, and in the list of what is not built yet",
  faults: (tree) => {
    const rows = rowNames(tree);
    return [...tree.sources.values()].flatMap((source) =>
      source.path === 'contract/unbuilt.ts'
        ? []
        : [...new Set(source.texts.flatMap(wordsOf))]
            .filter((word) => rows.get(withoutVersion(word))?.includes(source.path) === false)
            .map((word) => `${source.path} names ${word}, which ${rows.get(withoutVersion(word))?.join(' and ')} does`),
    );
  },
};

/** Paths by the names of their rows on the wire: operations and types of activities. Names of one word are not searched for. */
function rowNames({ sources }: SourceTree): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  for (const source of sources.values())
    if (source.path.startsWith('contract/') && writesRows(source))
      for (const name of source.named.filter((each) => each.includes('_')))
        for (const each of [name, `ACTIVITY_TYPE_${name.toUpperCase()}`])
          rows.set(each, [...(rows.get(each) ?? []), source.path]);
  return rows;
}

/** A type's versions are one operation. */
const withoutVersion = (word: string): string => word.replace(/^(ACTIVITY_TYPE_\w+)_V\d+$/, '$1');

const writesRows = ({ identifiers }: Source): boolean =>
  ['activity', 'query', 'proxyCall'].some((row) => identifiers.has(row));

/** Words in a path or a sentence that could be names. */
const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? [];
