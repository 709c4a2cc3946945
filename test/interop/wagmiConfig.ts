import type { Client } from 'latchkey/client';
import { latchkeyConnector } from 'latchkey/wagmi';
import { type Chain, http } from 'viem';
import { createConfig } from 'wagmi';

export function wagmiConfig(client: Client, chain: Chain) {
  return createConfig({
    chains: [chain],
    connectors: [latchkeyConnector(client, { name: 'Acme' })],
    transports: { [chain.id]: http() },
  });
}
