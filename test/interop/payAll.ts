import type { Client } from 'latchkey/client';
import { createEthereumProvider } from 'latchkey/ethereum';
import { type Chain, createWalletClient, custom, type Hex, parseEther } from 'viem';
import { sendCalls, waitForCallsStatus } from 'viem/actions';

export async function payAll(client: Client, chain: Chain, receivers: readonly Hex[]): Promise<readonly Hex[]> {
  const provider = createEthereumProvider(client, { chains: [chain] });
  const wallet = createWalletClient({ chain, transport: custom(provider) });
  const [account] = await wallet.requestAddresses();
  if (!account) throw new Error('There is no account of Ethereum.');
  const calls = receivers.map((to) => ({ to, value: parseEther('0.01') }));
  const { id } = await sendCalls(wallet, { account, calls });
  const { receipts = [] } = await waitForCallsStatus(wallet, { id, throwOnFailure: true });
  return receipts.map(({ transactionHash }) => transactionHash);
}
