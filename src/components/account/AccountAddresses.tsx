'use client';
import type { ReactElement } from 'react';
import { useWalletAccounts } from '../../hooks/wallets.js';
import { Address } from '../Address.js';
import type { AccountMessages } from '../english/accountMessages.js';
import { Proof } from '../proof/Proof.js';
import { useLoginScreen } from '../screenContext.js';
import { useTelling } from '../useTelling.js';

/** The addresses of the person's wallets, each with what its proof says. */
export function AccountAddresses({ words }: { words: AccountMessages }): ReactElement | null {
  const { messages, part } = useLoginScreen();
  const accounts = useWalletAccounts();
  useTelling(accounts.data ? undefined : accounts.error);
  if (!accounts.data?.length) return null;
  return (
    <>
      <h3 {...part('caption')}>{words.addresses}</h3>
      <ul {...part('list')}>
        {accounts.data.map((account) => (
          <li key={account.walletAccountId} {...part('item')}>
            <Address address={account.address} words={messages} />
            <Proof address={account} />
          </li>
        ))}
      </ul>
      {accounts.hasNextPage && (
        <button
          type="button"
          {...part('link')}
          aria-disabled={accounts.isFetchingNextPage}
          onClick={() => void accounts.fetchNextPage()}
        >
          {words.moreAddresses}
        </button>
      )}
    </>
  );
}
