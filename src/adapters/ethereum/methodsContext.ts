import type { FollowedState } from '../../client/confirmations/following.js';
import type { Client } from '../../client/createClient.js';
import type { Connected } from '../connection.js';
import type { OfferedChains, ProviderState } from './providerState.js';
import type { Hex } from './transaction.js';

/** What the methods of a provider work with. */
export type MethodsContext = {
  readonly client: Client;
  readonly offered: OfferedChains;
  readonly state: ProviderState;
  readonly approvalTimeoutMs: number;
};

/** The account that a request names, or the first one, with who is connected. @throws {EthereumError} NOT_CONNECTED */
export type SignerOf = (address: Hex | undefined) => Promise<Connected<Hex> & { readonly address: Hex }>;

/** Says how far something is that was confirmed. */
export type Tell = (state: FollowedState) => void;

/** Answers a request of one method. */
export type Method = (parameters: readonly unknown[]) => unknown;
