import type { Descriptor } from './descriptor.js';
import { mergeIncludes } from './mergeIncludes.js';

/**
 * The descriptors of `micro-eth-signer`: the public registry's, and its own. The package is an optional peer of the page, and they are
 * loaded when something is first to be read that nothing else reads.
 *
 * @returns none where it is not installed.
 */
export async function packageDescriptors(): Promise<readonly Descriptor[]> {
  try {
    loaded ??= load();
    const descriptors = await loaded;
    isMissing = false;
    return descriptors;
  } catch {
    loaded = undefined;
    isMissing = true;
    return [];
  }
}

/** Whether they were asked for, and could not be loaded. */
export const isPackageMissing = (): boolean => isMissing;

let loaded: Promise<readonly Descriptor[]> | undefined;
let isMissing = false;

async function load(): Promise<readonly Descriptor[]> {
  const [{ ERCS, OURS }, { CLEARSIG_REPO_FULL }] = await Promise.all([
    import('micro-eth-signer/clearsig/repo.js'),
    import('micro-eth-signer/clearsig/repo-full.js'),
  ]);
  return mergeIncludes({ ...ERCS, ...CLEARSIG_REPO_FULL, ...OURS });
}
