import { LatchkeyProvider, LoginCard, useSession, WalletHome } from 'latchkey';
import { createClient } from 'latchkey/client';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import 'latchkey/styles.css';
import 'latchkey/wallet.css';
import 'latchkey/transfer.css';

function App(): ReactElement {
  const { session } = useSession();
  return session ? <WalletHome /> : <LoginCard />;
}

const { url, authProxyConfigId, chain } = await (await fetch('/settings.json')).json();
const client = createClient({ authProxyUrl: url, authProxyConfigId, chains: [chain] });

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider client={client}>
    <App />
  </LatchkeyProvider>,
);
