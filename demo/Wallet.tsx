import { useQueryClient } from '@tanstack/react-query';
import { useWalletAccounts, WalletHome } from 'latchkey';
import { type ReactElement, useState } from 'react';
import type { Side } from './side.js';
import type { Words } from './words.js';

type WalletProps = { readonly side: Side; readonly words: Words; readonly onAccount: () => void };

/** The wallet, and on a test chain a faucet. */
export function Wallet({ side, words, onAccount }: WalletProps): ReactElement {
  return (
    <>
      <WalletHome onAccount={onAccount} />
      {side.chain && <Faucet faucet={side.chain.faucet} words={words} />}
    </>
  );
}

/** Gives each of the person's accounts of Ethereum a test ether; then the balances are read anew. */
function Faucet({ faucet, words }: { faucet: (address: string) => Promise<void>; words: Words }): ReactElement {
  const answers = useQueryClient();
  const { data: accounts = [] } = useWalletAccounts();
  const [said, setSaid] = useState('');

  async function give() {
    setSaid('');
    for (const { address, addressFormat } of accounts)
      if (addressFormat === 'ADDRESS_FORMAT_ETHEREUM') await faucet(address);
    await answers.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('balances') });
    setSaid(words.etherCame);
  }

  return (
    <p className="beneath" role="status">
      {said}{' '}
      <button type="button" className="link" onClick={() => void give().catch(() => setSaid(words.failed))}>
        {words.getEther}
      </button>
    </p>
  );
}
