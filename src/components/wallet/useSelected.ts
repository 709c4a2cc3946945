'use client';
import { useState } from 'react';
import type { Chain } from '../../client/chains.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { kindOfChain, kindOfFormat } from './networks.js';

/** The account that is shown, and the network that it is shown on. */
export type Selected = {
  readonly account: WalletAccount | undefined;
  /** `undefined`: the app offers none that has such accounts. */
  readonly chain: Chain | undefined;
  readonly selectAccount: (account: WalletAccount) => void;
  readonly selectChain: (chain: Chain) => void;
};

/** An account and a network that belong together: another one of one kind brings the other along. */
export function useSelected(accounts: readonly WalletAccount[], chains: readonly Chain[]): Selected {
  const [chainId, setChainId] = useState(chains[0]?.id);
  const [accountId, setAccountId] = useState<string>();
  const chosen = chains.find(({ id }) => id === chainId);
  const selected = accounts.find(({ walletAccountId }) => walletAccountId === accountId);
  const account =
    selected ?? accounts.find((each) => !chosen || fits(each, chosen)) ?? (chosen ? undefined : accounts[0]);
  const chain = account && !(chosen && fits(account, chosen)) ? undefined : chosen;
  return {
    account,
    chain,
    selectAccount(next) {
      setAccountId(next.walletAccountId);
      if (!chosen || !fits(next, chosen)) setChainId(chains.find((each) => fits(next, each))?.id);
    },
    selectChain(next) {
      setChainId(next.id);
      if (account && !fits(account, next)) setAccountId(undefined);
    },
  };
}

const fits = ({ addressFormat }: WalletAccount, chain: Chain): boolean =>
  kindOfFormat(addressFormat) === kindOfChain(chain);
