import { ConnectButton, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { LatchkeyProvider, useSession, WalletDialogs } from 'latchkey';
import { createClient } from 'latchkey/client';
import { announceProvider, createEthereumProvider } from 'latchkey/ethereum';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createConfig, http, useAccount, WagmiProvider } from 'wagmi';
import '@rainbow-me/rainbowkit/styles.css';
import 'latchkey/styles.css';
import 'latchkey/wallet.css';

const { url, authProxyConfigId, chain } = await (await fetch('/settings.json')).json();
const client = createClient({ authProxyUrl: url, authProxyConfigId, chains: [chain] });
announceProvider(createEthereumProvider(client), {
  name: 'Acme Wallet',
  icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  rdns: 'com.example.acme',
});

/** Without a connector of its own: it knows the wallets that are announced. */
const config = createConfig({
  chains: [chain],
  transports: { [chain.id]: http() },
  multiInjectedProviderDiscovery: true,
});

/** `output` has the values that a test reads. */
function App(): ReactElement {
  const { session } = useSession();
  const { address, connector } = useAccount();
  return (
    <>
      <ConnectButton />
      <output id="state">{session ? 'logged in' : 'logged out'}</output>
      <output id="connected">{connector && `${connector.name} ${address}`}</output>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <LatchkeyProvider client={client}>
          <App />
          <WalletDialogs />
        </LatchkeyProvider>
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);
