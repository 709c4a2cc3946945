import type { Chain, EthereumChain } from '../../client/chains.js';
import { confirmationsOf } from '../../client/confirmations/confirmations.js';
import type { Client } from '../../client/createClient.js';
import type { Session } from '../../sessions/session.js';
import type { NodeOf } from './chain.js';
import { deviceRecord } from './deviceRecord.js';
import { EthereumError } from './ethereumError.js';
import { everyAccount } from './findAccount.js';
import { isAddress } from './parameters.js';
import { ProviderRpcError } from './providerRpcError.js';
import { resumeSending } from './sendTransaction.js';
import type { Hex } from './transaction.js';

/** What the listeners of an event are called with. @see EIP-1193 */
export type EthereumProviderEvents = {
  readonly connect: { readonly chainId: Hex };
  readonly disconnect: ProviderRpcError;
  readonly accountsChanged: readonly Hex[];
  readonly chainChanged: Hex;
};

/** Who is logged in, with the accounts of Ethereum. */
export type Connected = { readonly session: Session; readonly accounts: readonly Hex[] };

/** Which chain is chosen in this tab, and who is connected. */
export type ProviderState = {
  readonly chain: () => EthereumChain;
  /** @throws {EthereumError} CHAIN_NOT_KNOWN */
  readonly choose: (chainId: number) => void;
  /** `isAnew`: the accounts are listed again. Nobody, where nobody is logged in, or the page gave its access back. */
  readonly connected: (isAnew?: boolean) => Promise<Connected | undefined>;
  /** Gives the page access; where nobody is logged in, the person is asked to. @throws {ConfirmationError} */
  readonly connect: () => Promise<Connected>;
  /** Takes access back, on this device, until {@link connect}. */
  readonly revoke: () => Promise<void>;
  /** Tells what has changed since the last time. */
  readonly follow: () => Promise<void>;
};

/** Tells the listeners of an event. */
export type Tell = <Name extends keyof EthereumProviderEvents>(
  event: Name,
  value: EthereumProviderEvents[Name],
) => void;

export const chainIdOf = ({ id }: EthereumChain): Hex => `0x${id.toString(16)}`;

/** The chain of the list with this id. @throws {EthereumError} CHAIN_NOT_KNOWN */
export function chainOf<C extends Chain>(chains: readonly C[], chainId: C['id']): C {
  const found = chains.find(({ id }) => id === chainId);
  if (found) return found;
  throw new EthereumError('CHAIN_NOT_KNOWN', `This app has no chain with the id ${chainId}.`);
}

/** The chains of an app, and their nodes. */
export type OfferedChains = {
  readonly chains: readonly [EthereumChain, ...EthereumChain[]];
  readonly nodeOf: NodeOf;
};

/** The state of a provider. Nothing is read or requested before its first use. */
export function providerState(client: Client, offered: OfferedChains, tell: Tell): ProviderState {
  const { chains } = offered;
  const lastChain = deviceRecord(client, 'chain', (value) => typeof value === 'number');
  const revoked = deviceRecord(client, 'revoked', (value) => typeof value === 'string');
  let chosen: EthereumChain | undefined;
  let listed: { readonly person: string; readonly accounts: Promise<readonly Hex[]> } | undefined;
  let told: readonly Hex[] | undefined;
  let telling: Promise<void> = Promise.resolve();

  const chain = () => {
    const last = lastChain.read();
    chosen ??= chains.find(({ id }) => id === last) ?? chains[0];
    return chosen;
  };

  /** The accounts of a person, listed once, or anew. */
  function accountsOf(session: Session, isAnew: boolean): Promise<readonly Hex[]> {
    const person = personOf(session);
    if (listed?.person !== person || isAnew) {
      const accounts = listAccounts(client, session);
      const own = { person, accounts };
      listed = own;
      accounts.then(
        (found) => {
          for (const address of found) void resumeSending(client, offered, address);
        },
        () => {
          if (listed === own) listed = undefined;
        },
      );
    }
    return listed.accounts;
  }

  async function connected(isAnew = false): Promise<Connected | undefined> {
    const { active } = await client.sessions.current();
    if (!active || revoked.read() === personOf(active)) return undefined;
    return { session: active, accounts: await accountsOf(active, isAnew) };
  }

  async function tellChanges(): Promise<void> {
    const { accounts } = (await connected()) ?? { accounts: [] };
    const before = told;
    told = accounts;
    if (before === undefined || String(before) === String(accounts)) return;
    if (before.length === 0) tell('connect', { chainId: chainIdOf(chain()) });
    tell('accountsChanged', accounts);
    if (accounts.length === 0) tell('disconnect', new ProviderRpcError(4900, 'Nobody is logged in.', undefined));
  }

  // One after the other, so that what was told is what was last. What cannot be read now is told at the next change.
  const follow = () => {
    telling = telling.then(tellChanges).catch(() => {});
    return telling;
  };

  return {
    chain,
    connected,
    follow,
    choose(chainId) {
      const next = chainOf(chains, chainId);
      const isAnother = next !== chain();
      chosen = next;
      lastChain.write(chainId);
      if (isAnother) tell('chainChanged', chainIdOf(next));
    },
    async connect() {
      told ??= [];
      const session = await confirmationsOf(client).login();
      if (revoked.read() === personOf(session)) revoked.write(undefined);
      const accounts = await accountsOf(session, true);
      await follow();
      return { session, accounts };
    },
    async revoke() {
      const { active } = await client.sessions.current();
      if (active) revoked.write(personOf(active));
      await follow();
    },
  };
}

const personOf = ({ organizationId, userId }: Session): string => `${organizationId} ${userId}`;

async function listAccounts(client: Client, session: Session): Promise<readonly Hex[]> {
  const found = new Set<Hex>();
  for await (const { address, addressFormat } of everyAccount(client, { session }))
    if (addressFormat === 'ADDRESS_FORMAT_ETHEREUM' && isAddress(address)) found.add(address);
  return [...found];
}
