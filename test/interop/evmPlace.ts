import { type Chain, createTestClient, getAddress, http, parseEther } from 'viem';
import { hardhat } from 'viem/chains';
import { call } from '../../src/client/call.js';
import type { Client } from '../../src/client/createClient.js';
import type { ClientSettings } from '../../src/client/settings.js';
import type { WalletAccount } from '../../src/contract/shapes.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { logIn } from '../../src/testing/logIn.js';
import { openEvmNode } from './evm.js';

/** Somebody who is logged in, and the account of Ethereum that she has. */
export type Person = { readonly client: Client; readonly listed: WalletAccount };

/** The service in memory, and a node of Ethereum. */
export type EvmPlace = {
  readonly chain: Chain;
  readonly service: TestService;
  /** Who sets what is in the node, and when it mines. */
  readonly ruler: ReturnType<typeof rulerOf>;
  /** Logs somebody in who has 100 ether. */
  readonly person: (contact: string, settings?: Partial<ClientSettings>) => Promise<Person>;
  readonly close: () => Promise<void>;
};

const rulerOf = (chain: Chain) => createTestClient({ chain, mode: 'hardhat', transport: http() });

/** A person of this service. */
export async function personOf(
  service: TestService,
  contact: string,
  settings: Partial<ClientSettings> = {},
): Promise<Person> {
  // In Node there is no page whose use renews a session.
  const { client } = await logIn(service, contact, { autoRefresh: false, ...settings });
  const { accounts } = await call(client, listWalletAccounts, {});
  const listed = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
  if (!listed) throw new Error('There is no account of Ethereum.');
  return { client, listed };
}

/** @param opened - the service that people log in at. Default: one in memory alone. */
export async function openEvmPlace(opened?: TestService): Promise<EvmPlace> {
  const [node, service] = await Promise.all([openEvmNode(), opened ?? createTestService()]);
  const chain: Chain = { ...hardhat, rpcUrls: { default: { http: [node.url] } } };
  const ruler = rulerOf(chain);
  return {
    chain,
    service,
    ruler,
    async person(contact, settings) {
      const found = await personOf(service, contact, settings);
      await ruler.setBalance({ address: getAddress(found.listed.address), value: parseEther('100') });
      return found;
    },
    close: async () => {
      await Promise.all([node.stop(), service.close()]);
    },
  };
}
