import type { Rule } from './rules.js';
import type { SourceTree } from './sourceTree.js';

type SharedName = { readonly name: string; readonly files: readonly string[]; readonly why: string };

/** The names that two files export, each for a reason. */
const shared: readonly SharedName[] = [
  {
    name: 'LoggedIn',
    files: ['components/login/LoggedIn.tsx', 'testing/logIn.ts'],
    why: 'Both are published: a component, and what `logIn` of latchkey/testing returns.',
  },
  {
    name: 'LoginMethod',
    files: ['login/methods.ts', 'contract/loginState.records.ts'],
    why: 'Both are published: what a screen offers, and what the state of a login says of each method.',
  },
  {
    name: 'OauthLoginResult',
    files: ['contract/oauth.ts', 'hooks/oauthLogin.ts'],
    why: 'Both are published, each called after what it is the result of: an activity, and a hook.',
  },
  {
    name: 'ProofReport',
    files: ['crypto/proofs/verifyAppProof.ts', 'hooks/proofs.ts'],
    why: 'One type, published with the verifier and with the hooks, which may not import from crypto.',
  },
  {
    name: 'broadcast',
    files: ['adapters/ethereum/broadcast.ts', 'adapters/solana/broadcast.ts'],
    why: 'One part of two adapters: the folder names the chain.',
  },
  {
    name: 'resumeSending',
    files: ['adapters/ethereum/sendTransaction.ts', 'adapters/solana/sendSigned.ts'],
    why: 'One part of two adapters: the folder names the chain.',
  },
];

/** An exported name means one thing: who searches for it finds one file. */
export const sharedNames: Rule = {
  title: 'a name is exported by one file, but for those that two share for a reason',
  faults: (tree) =>
    [...filesByName(tree)]
      .filter(([, files]) => files.length > 1)
      .filter(([name, files]) => !files.every((file) => mayExport(name, file)))
      .map(([name, files]) => `${name} is exported by ${files.join(' and ')}`),
};

/** Names that are written down as shared, and are not. */
export function namesNotShared(tree: SourceTree): string[] {
  const known = filesByName(tree);
  return shared
    .filter(({ name, files }) => !files.every((file) => known.get(name)?.includes(file)))
    .map(({ name, files }) => `${name} is no longer shared by ${files.join(' and ')}`);
}

const mayExport = (name: string, file: string): boolean =>
  shared.some((each) => each.name === name && each.files.includes(file));

/** The files that export a name of their own. What an entry point passes on is another file's. */
function filesByName({ sources }: SourceTree): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const { path, ownExports } of sources.values())
    for (const name of ownExports) files.set(name, [...(files.get(name) ?? []), path]);
  return files;
}
