import type { NamedChain } from '../ethereum.js';
import type { Token } from '../token.js';
import type { Descriptor } from './descriptor.js';

/** What is known beside the bytes. */
export type DescribePlace = {
  readonly descriptors: readonly Descriptor[];
  readonly chain: NamedChain;
  /** Those whose amounts are told in whole tokens. */
  readonly tokens: readonly Token[];
  /** Who signs, in lower case. `undefined` of a call in another one: whom its contract takes for the sender is not in the bytes. */
  readonly signer: string | undefined;
};
