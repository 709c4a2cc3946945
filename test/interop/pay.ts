import { type Client, call } from 'latchkey/client';
import { listWalletAccounts } from 'latchkey/contract';
import { toAccount } from 'latchkey/ethereum';
import { type Chain, createWalletClient, type Hex, http, parseEther } from 'viem';

export async function pay(client: Client, chain: Chain, to: Hex): Promise<Hex> {
  const { accounts } = await call(client, listWalletAccounts, {});
  const account = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
  if (!account) throw new Error('There is no account of Ethereum.');
  const wallet = createWalletClient({ account: toAccount(client, account), chain, transport: http() });
  return wallet.sendTransaction({ to, value: parseEther('0.01') });
}
