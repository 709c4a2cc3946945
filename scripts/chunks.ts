// How the package's files are cut. Modules share a file only where the same pages need them: an app loads nothing before it needs it, no two
// files need each other, and a bundler that leaves out what is not used leaves out what that would load later, too.
import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;
type Chunk = Pick<Rolldown.PreRenderedChunk, 'name' | 'moduleIds' | 'facadeModuleId'>;
/** A module's path below `src/`. */
type Path = string;
/** The modules that are loaded together with one. */
type Load = readonly [name: string, modules: ReadonlySet<Path>];

// Not by where this file is: programs that build the package are bundled themselves.
const source = `${process.cwd().replaceAll('\\', '/')}/src/`;
const component = (name: string): Path => `components/${name}.tsx`;
const flow = (name: string): Path => `client/flows/${name}.ts`;
const oauth = (name: string): Path => `client/oauth/${name}.ts`;

/** What a page or a server loads at once. */
const firstLoads: Readonly<Record<string, readonly Path[]>> = {
  login: [component('login/LoginCard'), 'hooks/LatchkeyProvider.tsx'],
  screens: [
    ...['account/AccountPanel', 'approvals/ApprovalsInbox', 'mailLink/EmailLinkScreen', 'passkey/PasskeyOffer'],
    'confirm/WalletDialogs',
    'proof/ProofBadge',
    ...['transfer/ExportWalletScreen', 'transfer/ImportWalletScreen', 'wallet/ReceiveScreen'],
    ...['wallet/SendScreen', 'wallet/WalletHome'],
    ...['login/LoggedIn', 'login/LoginButton', 'login/LoginDialog'],
  ].map(component),
  code: ['client/createClient.ts', 'client/session/logout.ts', ...['loginWithOtp', 'requestOtp'].map(flow)],
  click: [...['loginWithPasskey', 'passkeys'].map(flow), ...['loginWithOauth', 'prepareOauth'].map(oauth)],
  callback: ['callback.ts'],
  ethereum: ['ethereum.ts', 'wagmi.ts'],
  solana: ['solana.ts'],
  solanaFeatures: ['adapters/solana/walletFeatures.ts'],
  proofs: ['proofs.ts'],
  server: ['server.ts'],
};
const largestScreen = component('transfer/ImportWallet');
const entriesOfPages = [
  ...['index.ts', 'client.ts', 'callback.ts', 'contract.ts', 'crypto.ts', 'server.ts'],
  ...['ethereum.ts', 'ethereum/react.ts', 'wagmi.ts', 'solana.ts', 'proofs.ts'],
];
const entriesOfService = ['service.ts', 'testing.ts', 'service/node/cli.ts'];

/** Names the file of each of our modules. What is an entrance, or loaded later and alone, is a file already. */
export function chunkNames(): Rolldown.CodeSplittingNameFunction {
  let nameOf: ((path: Path) => string | null) | undefined;
  return (id, graph) => {
    nameOf ??= namesIn(graph);
    const path = pathOf(id);
    return path?.includes('/') && !entriesOfPages.includes(path) ? nameOf(path) : null;
  };
}

/** Whether a module is for React's client side: its first line says so. */
export const isForClient = (code: string | null | undefined): boolean => /^['"]use client['"]/.test(code ?? '');

/** The path of a file: what has no name of its own is where its module is. */
export function fileOf({ name, moduleIds, facadeModuleId }: Chunk): string {
  const path = pathOf(facadeModuleId ?? moduleIds.at(-1) ?? '');
  return name.includes('/') || path === undefined ? `${name}.js` : `${bare(path)}.js`;
}

function namesIn(graph: Graph): (path: Path) => string | null {
  const lookUp = (path: Path) => graph.getModuleInfo(source + path);
  const imported = (path: Path) => pathsOf(lookUp(path)?.importedIds);
  const importedLater = (path: Path) => pathsOf(lookUp(path)?.dynamicallyImportedIds);
  const needs = (from: readonly Path[]) => reach(from, imported);

  const onServer = needs(entriesOfService);
  const modules = [...reach(entriesOfPages, (path) => [...imported(path), ...importedLater(path)])].filter(
    (path) => path.includes('/') && !path.includes('/words/'),
  );
  for (const path of Object.values(firstLoads).flat())
    if (!lookUp(path)) throw new Error(`scripts/chunks.ts names ${path}, which is not there.`);
  const first = Object.entries(firstLoads).map(([name, paths]): Load => [name, needs(paths)]);
  const importers = modules.filter((path) => importedLater(path).length > 0);
  const later = [...new Set(importers.flatMap(importedLater))].map((path): Load => [path, needs([path])]);
  const screens = later.filter(([path]) => /^components\/(\w+\/)?[A-Z]/.test(path));
  const ofScreens = needs(modules.filter((path) => path.startsWith('components/')));

  /** Modules of one kind share a file. */
  const kindOf = (path: Path): string => {
    const [folder = ''] = path.split('/');
    const all = namesOf(first, path);
    const atOnce = all.includes('login') ? all.filter((name) => ['login', 'server'].includes(name)) : all;
    if (folder === 'contract' && ofScreens.has(path))
      return `contract ${atOnce} ${namesOf(screens, path)} ${namesOf(later, path).length}`;
    const shown = all.includes('login') ? [] : namesOf(screens, path);
    const isOfScreens = shown.length > 0 && all.length === 0;
    const needed = needs([path]);
    const lazy = importers.filter((each) => needed.has(each));
    return [
      folder,
      isForClient(lookUp(path)?.code),
      atOnce,
      // Screens share their common parts, but not with the largest of them.
      shown.length > 1 ? `several ${shown.includes(largestScreen)}` : shown,
      // A bundler keeps what a module loads later where other such parts need the module's file; among screens that makes little.
      namesOf(later, path).length > 0 && !isOfScreens ? lazy : lazy.length > 0,
    ].join(' | ');
  };
  const importedAtOnce = new Set(modules.flatMap(imported));
  const targets = new Set(later.map(([path]) => path).filter((path) => !importedAtOnce.has(path)));
  const files = new Map<string, Path[]>();
  for (const path of modules.filter((each) => !targets.has(each))) {
    const kind = kindOf(path);
    files.set(kind, [...(files.get(kind) ?? []), path]);
  }
  /** Needed by one thing alone that is loaded later: it stands in its file. */
  function isOfOne(path: Path): boolean {
    const [[target = ''] = [], ...more] = later.filter(([, needed]) => needed.has(path));
    const isForBoth = isForClient(lookUp(path)?.code) === isForClient(lookUp(target)?.code);
    return targets.has(target) && more.length === 0 && namesOf(first, path).length === 0 && isForBoth;
  }
  return (path) => {
    if (/^(service|testing)\//.test(path)) return ofService(path, onServer.has(path));
    // What is loaded later is loaded alone: one language brings no other.
    if (targets.has(path) || isOfOne(path)) return null;
    const paths = files.get(kindOf(path)) ?? [];
    const shortest = bare([...paths].sort((a, b) => a.length - b.length)[0] ?? '');
    return paths.length > 1 ? `${shortest}-etc` : paths.length === 0 ? null : shortest;
  };
}

const namesOf = (loads: readonly Load[], path: Path): string[] =>
  loads.filter(([, modules]) => modules.has(path)).map(([name]) => name);

/** What only a command or a store loads is apart: it may need packages that others lack. */
function ofService(path: Path, isAtOnce: boolean): string {
  const [top, folder = ''] = path.split('/');
  if (top === 'testing') return 'testing/main';
  if (folder === 'node') return `service/node/${isAtOnce ? 'main' : 'later'}`;
  return isAtOnce ? 'service/main' : folder === 'store' ? 'service/store' : 'service/later';
}

const bare = (path: Path): string => path.replace(/\.tsx?$/, '');
const pathOf = (id: string): Path | undefined =>
  id.startsWith(source) && /\.tsx?$/.test(id) ? id.slice(source.length) : undefined;
const pathsOf = (ids: readonly string[] = []): Path[] => ids.flatMap((id) => pathOf(id) ?? []);

function reach(from: readonly Path[], next: (path: Path) => readonly Path[]): ReadonlySet<Path> {
  const reached = new Set(from);
  for (const path of reached) for (const found of next(path)) reached.add(found);
  return reached;
}
