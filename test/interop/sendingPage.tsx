import { LatchkeyProvider, useSession } from 'latchkey';
import { createClient } from 'latchkey/client';
import { type TransactionToSend, useSendTransaction } from 'latchkey/ethereum/react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';

declare global {
  /** Begins that many sends at once, by the hook. @returns their hashes */
  var sendAtOnce: (wanted: TransactionToSend, count: number) => Promise<`0x${string}`[]>;
}

function App(): ReactElement {
  const { session } = useSession();
  const { mutateAsync } = useSendTransaction();
  globalThis.sendAtOnce = (wanted, count) => Promise.all(Array.from({ length: count }, () => mutateAsync(wanted)));
  return <output id="state">{session ? 'logged in' : 'logged out'}</output>;
}

const { url, authProxyConfigId, chain } = await (await fetch('/settings.json')).json();
// Fifty requests to one node wait for each other, on a slow machine for long.
const client = createClient({ authProxyUrl: url, authProxyConfigId, chains: [chain], timeoutMs: 120_000 });

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider client={client}>
    <App />
  </LatchkeyProvider>,
);
