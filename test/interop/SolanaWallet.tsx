import { useLatchkey, WalletDialogs } from 'latchkey';
import { registerWallet } from 'latchkey/solana';
import { useEffect } from 'react';

export function SolanaWallet() {
  const client = useLatchkey();
  useEffect(() => registerWallet(client, { name: 'Acme' }), [client]);
  return <WalletDialogs />;
}
