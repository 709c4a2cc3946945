import { BrowserProvider } from 'ethers';
import type { Client } from 'latchkey/client';
import { createEthereumProvider, type EthereumChain } from 'latchkey/ethereum';

export async function signByEthers(client: Client, chain: EthereumChain, text: string): Promise<string> {
  const provider = new BrowserProvider(createEthereumProvider(client, { chains: [chain] }));
  const signer = await provider.getSigner();
  return signer.signMessage(text);
}
