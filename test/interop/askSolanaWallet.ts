import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import { type Connection, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { getWallets } from '@wallet-standard/app';

export async function payBySolanaWallet(connection: Connection, to: PublicKey): Promise<string> {
  const wallet = getWallets()
    .get()
    .find(({ name }) => name === 'Acme');
  if (!wallet) throw new Error('The wallet is not there.');
  const adapter = new StandardWalletAdapter({ wallet: wallet as never });
  await adapter.connect();
  const { publicKey: fromPubkey } = adapter;
  if (!fromPubkey) throw new Error('There is no account of Solana.');
  const payment = SystemProgram.transfer({ fromPubkey, toPubkey: to, lamports: 1_000_000 });
  return adapter.sendTransaction(new Transaction().add(payment), connection);
}
