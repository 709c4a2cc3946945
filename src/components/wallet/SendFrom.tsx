'use client';
import type { ReactElement } from 'react';
import type { Chain } from '../../client/chains.js';
import { useWalletAccounts } from '../../hooks/wallets.js';
import { nameOfAccount } from '../accountNames.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useScreen } from '../screenContext.js';
import { shortened } from '../shortened.js';

type SendFromProps = {
  words: WalletMessages;
  /** The address that pays. */
  from: string;
  chain: Chain;
};

/** Who pays, and on which network, as the review will say it: before anything is typed. */
export function SendFrom({ words, from, chain }: SendFromProps): ReactElement {
  const { part } = useScreen();
  // The same page of the list that the wallet has.
  const { data: accounts = [] } = useWalletAccounts({ pageSize: 50 });
  const account = accounts.find(({ address }) => address === from);
  return (
    <dl {...part('rows')}>
      <div {...part('row')}>
        <dt {...part('label')}>{words.from}</dt>
        <dd {...part('fact')}>
          {account && (
            <>
              <bdi>{nameOfAccount(account)}</bdi>
              {'\u2002'}
            </>
          )}
          <bdi {...part('address')} dir="ltr" title={from}>
            {shortened(from)}
          </bdi>
        </dd>
      </div>
      <div {...part('row')}>
        <dt {...part('label')}>{words.network}</dt>
        <dd {...part('fact')}>
          <bdi>{chain.name}</bdi>
        </dd>
      </div>
    </dl>
  );
}
