import { LatchkeyProvider, WalletDialogs } from 'latchkey';
import type { Client } from 'latchkey/client';
import type { ReactNode } from 'react';
import 'latchkey/styles.css';
import 'latchkey/wallet.css';

export function WalletApp({ client, children }: { client: Client; children: ReactNode }) {
  return (
    <LatchkeyProvider client={client}>
      {children}
      <WalletDialogs />
    </LatchkeyProvider>
  );
}
