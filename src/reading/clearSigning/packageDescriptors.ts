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

/** Bundlers fail over what is not there, unless each is imported within a `try`, in the very function. */
async function load(): Promise<readonly Descriptor[]> {
  try {
    const { ERCS, OURS } = await import('micro-eth-signer/clearsig/repo.js');
    const { CLEARSIG_REPO_FULL } = await import('micro-eth-signer/clearsig/repo-full.js');
    return mergeIncludes({ ...ERCS, ...CLEARSIG_REPO_FULL, ...OURS });
  } catch (cause) {
    throw new TypeError('The package micro-eth-signer is missing.', { cause });
  }
}
