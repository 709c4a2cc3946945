'use client';
import { type ReactElement, useState } from 'react';
import type { WalletAccount } from '../../contract/shapes.js';
import { useCreateWalletAccounts } from '../../hooks/wallets.js';
import { type Attempt, useOneAttempt } from '../attempt.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { MessageLine } from '../MessageLine.js';
import { useScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { ActionIcon } from './ActionIcon.js';
import { type NextAccount, nextAccounts } from './nextAccounts.js';

type AddAccountProps = {
  words: WalletMessages;
  walletId: string;
  /** Those that are known by now: they say which kinds there are. */
  accounts: readonly WalletAccount[];
  /** Reads all of them. */
  readAll: () => Promise<readonly WalletAccount[]>;
  onAdded: (address: string) => void;
};

/** The button that adds the next account; where the wallet has accounts of several chains, one for each. */
export function AddAccount({ words, walletId, accounts, readAll, onAdded }: AddAccountProps): ReactElement | null {
  const { part } = useScreen();
  const { mutateAsync: create } = useCreateWalletAccounts();
  const [isOpen, setIsOpen] = useState(false);
  const [begun, setBegun] = useState<string>();
  const attempt = useAddAttempt(words);
  const ofWallet = (all: readonly WalletAccount[]) => nextAccounts(all.filter((each) => each.walletId === walletId));
  const kinds = ofWallet(accounts).map(({ kind }) => kind);
  const [first] = kinds;
  if (first === undefined) return null;

  const add = (kind: string) => {
    setBegun(kind);
    void attempt.run(async () => {
      const next = ofWallet(await readAll()).find((each) => each.kind === kind);
      if (!next) return;
      const { addresses } = await create(requestOf(next)).catch(async (error: { code?: string }) => {
        // Another page was faster: the one behind its account is next.
        if (error.code !== 'ACCOUNT_EXISTS') throw error;
        const other = ofWallet(await readAll()).find((each) => each.kind === kind);
        return create(requestOf(other ?? next));
      });
      setIsOpen(false);
      onAdded(addresses[0] ?? '');
    });
  };
  const button = (kind: string, label: string) => (
    <button
      key={kind}
      type="button"
      {...part('secondary')}
      aria-disabled={attempt.isBusy}
      data-state={attempt.isBusy && begun === kind ? 'busy' : undefined}
      onClick={() => add(kind)}
    >
      {label}
    </button>
  );
  const problem = attempt.problem && <Problem code={attempt.code} sentence={attempt.problem} />;
  if (kinds.length === 1)
    return (
      <>
        {button(first, words.addAccount)}
        <MessageLine>{problem}</MessageLine>
      </>
    );
  return (
    <>
      <button type="button" {...part('secondary')} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ActionIcon name="plus" />
        {words.addAccount}
      </button>
      {isOpen && <div {...part('actions')}>{kinds.map((kind) => button(kind, words.addAccountOf(kind)))}</div>}
      <MessageLine>{problem}</MessageLine>
    </>
  );
}

/** Runs one creation at a time. Others may have to approve it, which is told; a dialog that the person closed is not. */
export function useAddAttempt(words: WalletMessages): Attempt {
  return useOneAttempt({
    ownSentence: (code) => (code === 'ACTIVITY_NEEDS_APPROVAL' ? words.othersDecide : undefined),
    onFailure: ({ name }) => name === 'AbortError',
  });
}

const requestOf = ({ walletId, account }: NextAccount) => ({ walletId, accounts: [account] });
