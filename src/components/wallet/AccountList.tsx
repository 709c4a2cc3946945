'use client';
import { type ReactElement, useEffect, useId, useState } from 'react';
import type { WalletAccount } from '../../contract/shapes.js';
import { visible } from '../../reading/visible.js';
import { nameOfAccount } from '../accountNames.js';
import { useFocusOnMore } from '../approvals/useFocusOnMore.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useScreen } from '../screenContext.js';
import { AccountItem } from './AccountItem.js';
import { AddAccount } from './AddAccount.js';
import { AddWallet } from './AddWallet.js';
import type { WalletAccounts } from './useAccounts.js';
import { WalletProblem } from './WalletProblem.js';

type AccountListProps = {
  words: WalletMessages;
  accounts: WalletAccounts;
  selected: WalletAccount | undefined;
  onSelect: (account: WalletAccount) => void;
  onExport: (account: WalletAccount) => void;
};

/** The accounts, fifty at a time; from twenty on they can be searched. */
export function AccountList({ words, accounts, selected, onSelect, onExport }: AccountListProps): ReactElement {
  const { part } = useScreen();
  const { list, isRead, hasMore, isFetching, error, readMore, readAll } = accounts;
  const [sought, setSought] = useState('');
  const [most, setMost] = useState(size);
  const [said, setSaid] = useState('');
  const more = useFocusOnMore({ isFetching, hasMore });
  const id = useId();
  const isSearching = sought.trim() !== '';
  const found = isSearching ? list.filter((account) => fits(account, sought)) : list;
  const shown = found.slice(0, most);
  const canShowMore = found.length > most || (hasMore && !isSearching);

  useEffect(() => {
    // What is sought may stand on a page that is not there yet.
    if (isSearching && hasMore && !isFetching && !error) readMore();
  }, [isSearching, hasMore, isFetching, error, readMore]);

  function showMore() {
    if (isFetching) return;
    more.awaitMore(shown.length);
    setMost(shown.length + size);
    if (found.length <= most) readMore();
  }

  function tellAdded(address: string) {
    setSought('');
    setMost(Number.POSITIVE_INFINITY);
    setSaid(words.added(address));
  }

  return (
    <>
      {(list.length >= searchFrom || isSearching) && (
        <div {...part('field')}>
          <label htmlFor={id} {...part('unseen')}>
            {words.search}
          </label>
          <input
            id={id}
            type="search"
            {...part('input')}
            placeholder={words.search}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            value={sought}
            onChange={({ target }) => {
              setSought(target.value);
              setMost(size);
            }}
          />
        </div>
      )}
      <ul ref={more.list} {...part('list')}>
        {shown.map((account) => (
          <AccountItem
            key={account.walletAccountId}
            {...{ account, words }}
            isSelected={account.walletAccountId === selected?.walletAccountId}
            onSelect={() => onSelect(account)}
            onExport={() => onExport(account)}
            onSay={setSaid}
          />
        ))}
      </ul>
      <p {...part(said === '' || shown.length === 0 ? 'lead' : 'unseen')} role="status">
        {shown.length > 0 ? said : isSearching ? (hasMore ? words.searching : words.noneFound) : words.noAccounts}
      </p>
      {error && <WalletProblem problem={error} tryAgain={words.tryAgain} onRetry={readMore} />}
      {canShowMore && !error && (
        <button type="button" {...part('secondary')} aria-disabled={isFetching} onClick={showMore}>
          {isFetching ? words.loading : words.showMore}
        </button>
      )}
      {selected && (
        <AddAccount {...{ words, readAll }} walletId={selected.walletId} accounts={list} onAdded={tellAdded} />
      )}
      {isRead && list.length === 0 && <AddWallet words={words} onAdded={tellAdded} />}
    </>
  );
}

const size = 50;
const searchFrom = 20;

const fits = (account: WalletAccount, sought: string): boolean => {
  const text = visible(sought).trim().toLowerCase();
  return nameOfAccount(account).toLowerCase().includes(text) || account.address.toLowerCase().includes(text);
};
