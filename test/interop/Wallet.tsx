import { LatchkeyProvider, LoggedIn, WalletHome } from 'latchkey';
import 'latchkey/styles.css';
import 'latchkey/wallet.css';
import 'latchkey/account.css';
import 'latchkey/transfer.css';
import { base } from 'viem/chains';

const settings = {
  authProxyUrl: 'https://auth.example.com',
  authProxyConfigId: '7c1a7b35-2a1d-4c52-9c2b-2f0f3b7a8d11',
  chains: [base],
  tokens: [{ chainId: 8453, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', decimals: 6 }],
};

export const Wallet = () => (
  <LatchkeyProvider settings={settings}>
    <LoggedIn>
      <WalletHome explorerUrl={(hash) => `https://basescan.org/tx/${hash}`} />
    </LoggedIn>
  </LatchkeyProvider>
);
