import type { EthereumChain } from 'latchkey';

const oneEther = '0xde0b6b3a7640000';

/**
 * A test node of Ethereum, and its own account as a faucet. It mines each transaction at once.
 *
 * @param url - where the development server hands requests on to the node
 */
export function testChain(url: string): { of: EthereumChain; faucet: (address: string) => Promise<void> } {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { result, error } = await response.json();
    if (error) throw new Error(error.message);
    return result;
  };
  return {
    of: {
      id: 31_337,
      name: 'Test chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    },
    async faucet(address) {
      const [from] = (await ask('eth_accounts', [])) as string[];
      await ask('eth_sendTransaction', [{ from, to: address, value: oneEther }]);
    },
  };
}
