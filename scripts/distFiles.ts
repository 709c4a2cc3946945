// Plugins that see to it what files the package has.
import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

const isChunk = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Chunk => file.type === 'chunk';

/**
 * A module that is loaded later and lies in a file with others gets a file of its own that only exports it again, so that a bundler takes
 * what is loaded and leaves out the rest. Where there is no rest, or no bundler, the file that has the module is loaded itself.
 */
export function withoutFacades(isForNoBundler: (file: string) => boolean = () => true): Plugin {
  return {
    name: 'without-facades',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(isChunk);
      const realOf = ({ imports: [real = ''] }: Chunk) => chunks.find(({ fileName }) => fileName === real);
      const isAll = (facade: Chunk) => String(facade.exports.toSorted()) === String(realOf(facade)?.exports.toSorted());
      const facades = chunks.filter((chunk) => isFacade(chunk) && (isForNoBundler(chunk.fileName) || isAll(chunk)));
      for (const { fileName: facade, imports } of facades) {
        const [real = ''] = imports;
        for (const chunk of chunks)
          for (const quote of ['"', "'", '`'])
            chunk.code = chunk.code.replaceAll(importOf(facade, chunk, quote), importOf(real, chunk, quote));
        delete bundle[facade];
        delete bundle[`${facade}.map`];
      }
    },
  };
}

/** Leaves maps out of the files that need none, and the scripts that stand for style sheets. */
export function withoutMapsOf(isMeant: (chunk: Chunk) => boolean): Plugin {
  return {
    name: 'without-maps',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle).filter(isChunk)) {
        if (chunk.isEntry && chunk.facadeModuleId?.endsWith('.css')) delete bundle[chunk.fileName];
        if (!isMeant(chunk) && chunk.moduleIds.length > 0) continue;
        chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
        delete bundle[`${chunk.fileName}.map`];
      }
    },
  };
}

/** Takes the docstrings out of the code, since the declarations have them. Blanks stand in their place, so that every position stays right. */
export function withoutDocstrings(): Plugin {
  return {
    name: 'without-docstrings',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id)) return null;
      return { code: code.replace(/^[ \t]*\/\*\*(?:[^*]|\*(?!\/))*\*\//gm, blank), map: null };
    },
  };
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

function isFacade({ isEntry, isDynamicEntry, moduleIds, imports, code }: Chunk): boolean {
  return isDynamicEntry && !isEntry && moduleIds.length === 0 && imports.length === 1 && !/\sas\s/.test(code);
}

function importOf(file: string, { fileName }: Chunk, quote: string): string {
  const path = posix.relative(posix.dirname(fileName), file);
  return `import(${quote}${path.startsWith('.') ? path : `./${path}`}${quote})`;
}
