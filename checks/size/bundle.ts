import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

/** A file that a page loads: a script or a style sheet. */
export type Chunk = Rolldown.OutputChunk | Rolldown.OutputAsset;

export type Bundling = {
  /** The folder that packages are looked for from. */
  readonly root: string;
  /** The page's script. */
  readonly script: string;
  /** Modules that get a chunk of their own, `apart`. */
  readonly apart?: (id: string) => boolean;
  /** What stays outside. Default: React. */
  readonly external?: RegExp | undefined;
};

const react = /^(react|react-dom)(\/|$)/;

/** The chunks that Vite makes of a page with this script for production. */
export async function bundle({ root, script, apart = () => false, external = react }: Bundling): Promise<Chunk[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [page(script)],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'page',
        external,
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'apart', test: apart }] } },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output.filter(({ fileName }) => /\.(js|css)$/.test(fileName));
}

/** The entry, what it imports statically, and the style sheet. */
export function firstLoad(chunks: readonly Chunk[]): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(chunks.filter((chunk) => chunk.type === 'asset' || chunk.isEntry));
  for (const chunk of loaded)
    for (const name of chunk.type === 'chunk' ? chunk.imports : []) {
      const imported = byName.get(name);
      if (imported) loaded.add(imported);
    }
  return [...loaded];
}

/** What all of them weigh on their way to a browser. */
export function gzipKib(
  chunks: readonly (Pick<Rolldown.OutputChunk, 'type' | 'code'> | Pick<Rolldown.OutputAsset, 'type' | 'source'>)[],
): number {
  const bytes = chunks.map(
    (chunk) => gzipSync(chunk.type === 'chunk' ? chunk.code : chunk.source, { level: 9 }).length,
  );
  return bytes.reduce((sum, each) => sum + each, 0) / 1024;
}

function page(script: string): Plugin {
  return {
    name: 'page',
    resolveId: (id) => (id === 'page' ? '\0page' : null),
    load: (id) => (id === '\0page' ? script : null),
  };
}
