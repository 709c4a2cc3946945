'use client';
import type { ReactElement } from 'react';
import { Address } from '../Address.js';
import { nameOfAccount } from '../accountNames.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useLoginScreen } from '../screenContext.js';
import { AccountBalance } from './AccountBalance.js';
import { ActionIcon } from './ActionIcon.js';
import type { Selected } from './useSelected.js';
import type { Opener } from './walletProps.js';

type OverviewProps = {
  words: WalletMessages;
  selected: Selected;
  /** Whether the accounts are known. */
  isRead: boolean;
  onReceive: (from: Opener) => void;
  onSend: () => void;
};

/** The account that is selected: its address, what it has on the network, and what can be done with it. */
export function Overview({ words, selected, isRead, onReceive, onSend }: OverviewProps): ReactElement | null {
  const { part, messages } = useLoginScreen();
  const { account, chain } = selected;
  if (!account && isRead)
    return chain ? (
      <p {...part('lead')} role="status">
        {words.noAccountOn(chain.name)}
      </p>
    ) : null;
  return (
    <div {...part('person')}>
      <div {...part('caption')}>
        {account && (
          <>
            <bdi>{nameOfAccount(account)}</bdi>
            <Address key={account.address} address={account.address} words={messages} />
            <span data-opener="qr">
              <button type="button" {...part('copy')} aria-label={words.showQr} onClick={() => onReceive('qr')}>
                <ActionIcon name="qr" />
              </button>
            </span>
          </>
        )}
      </div>
      {chain && <AccountBalance {...{ words, chain }} address={account?.address} />}
      <div {...part('actions')}>
        <span data-opener="receive">
          <button
            type="button"
            {...part('secondary')}
            aria-disabled={!account}
            onClick={() => account && onReceive('receive')}
          >
            <ActionIcon name="receive" />
            {words.receive}
          </button>
        </span>
        {chain && (
          <span data-opener="send">
            <button
              type="button"
              {...part('submit')}
              data-state={account ? undefined : 'waiting'}
              aria-disabled={!account}
              onClick={() => account && onSend()}
            >
              <ActionIcon name="send" />
              {words.send}
            </button>
          </span>
        )}
      </div>
    </div>
  );
}
