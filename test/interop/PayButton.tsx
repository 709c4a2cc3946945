import { useAccountOf } from 'latchkey/ethereum/react';
import { type Chain, createWalletClient, type Hex, http, parseEther } from 'viem';

export function PayButton({ address, chain, to }: { address: string; chain: Chain; to: Hex }) {
  const { data: account } = useAccountOf(address);
  const wallet = account && createWalletClient({ account, chain, transport: http() });
  const pay = () => wallet?.sendTransaction({ to, value: parseEther('0.01') });
  return (
    <button type="button" disabled={!wallet} onClick={pay}>
      Pay
    </button>
  );
}
