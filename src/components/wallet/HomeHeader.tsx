'use client';
import type { ReactElement } from 'react';
import type { Chain } from '../../client/chains.js';
import { useLogout } from '../../hooks/sessions.js';
import { useUser } from '../../hooks/users.js';
import { visible } from '../../reading/visible.js';
import { initials } from '../account/initials.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useLoginScreen } from '../screenContext.js';
import { breakable } from '../unbroken.js';
import { Menu } from './Menu.js';
import { NetworkChip } from './NetworkChip.js';
import type { Selected } from './useSelected.js';

type HomeHeaderProps = {
  words: WalletMessages;
  chains: readonly Chain[];
  selected: Selected;
  onAccount: () => void;
};

/** Who it is, on which network, and a menu. */
export function HomeHeader({ words, chains, selected, onAccount }: HomeHeaderProps): ReactElement {
  const { part, messages } = useLoginScreen();
  const user = useUser();
  const logout = useLogout();
  const name = visible(user.data?.userName ?? '');
  const letters = initials(name, messages.locale);
  return (
    <div {...part('header')}>
      <span {...part('avatar')} aria-hidden="true">
        {letters}
      </span>
      <h2 {...part('who')}>
        <bdi>{breakable(name || words.title)}</bdi>
      </h2>
      {selected.chain && (
        <NetworkChip label={words.network} {...{ chains }} chosen={selected.chain} onChoose={selected.selectChain} />
      )}
      <span data-opener="menu">
        <Menu
          label={words.options}
          items={[
            { label: words.account, onPress: onAccount, leads: true },
            { label: words.logOut, onPress: () => !logout.isPending && logout.mutate() },
          ]}
        />
      </span>
    </div>
  );
}
