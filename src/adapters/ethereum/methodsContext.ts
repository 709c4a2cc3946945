import type { FollowedState } from '../../client/confirmations/following.js';
import type { Client } from '../../client/createClient.js';
import type { Connected } from '../connection.js';
import type { NodeOf } from './chain.js';
import type { Chains, ProviderState } from './providerState.js';
import type { Hex } from './transaction.js';

/** A request of a method by its name. @see EIP-1193 */
export type EthereumRequest = { readonly method: string; readonly params?: readonly unknown[] | object | undefined };

/** What the methods of a provider work with. */
export type MethodsContext = {
  readonly client: Client;
  /** The chains of the app, and their nodes. */
  readonly offered: { readonly chains: Chains; readonly nodeOf: NodeOf };
  readonly state: ProviderState;
  readonly approvalTimeoutMs: number;
};

/** The account that a request names, or the first one, with who is connected. @throws {EthereumError} NOT_CONNECTED */
export type SignerOf = (address: Hex | undefined) => Promise<Connected<Hex> & { readonly address: Hex }>;

/** Says how far something is that was confirmed. */
export type Tell = (state: FollowedState) => void;

/** Answers a request of one method. */
export type Method = (parameters: readonly unknown[]) => unknown;
