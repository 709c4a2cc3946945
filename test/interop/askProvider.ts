import type { Client } from 'latchkey/client';
import { createEthereumProvider } from 'latchkey/ethereum';
import { type Chain, createWalletClient, custom, type Hex, parseEther } from 'viem';

export async function payByProvider(client: Client, chain: Chain, to: Hex): Promise<Hex> {
  const provider = createEthereumProvider(client, { chains: [chain] });
  const wallet = createWalletClient({ chain, transport: custom(provider) });
  const [account] = await wallet.requestAddresses();
  if (!account) throw new Error('There is no account of Ethereum.');
  return wallet.sendTransaction({ account, to, value: parseEther('0.01') });
}
