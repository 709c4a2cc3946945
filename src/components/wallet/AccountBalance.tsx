'use client';
import type { ReactElement } from 'react';
import type { Balance, Chain } from '../../client/chains.js';
import { useBalances } from '../../hooks/balances.js';
import { useLatchkey } from '../../hooks/context.js';
import type { Token } from '../../reading/token.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { useLoginScreen } from '../screenContext.js';
import { useTelling } from '../useTelling.js';
import { amountIn, shortAmountIn } from './amounts.js';
import { coinOf } from './networks.js';

type AccountBalanceProps = { words: WalletMessages; chain: Chain; address: string | undefined };

/** What others pay is seen that much later, while the page is. */
const everyMs = 15_000;

/** What an account has of the chain's coin, and of the app's tokens beneath. What could not be read has no figure. */
export function AccountBalance({ words, chain, address }: AccountBalanceProps): ReactElement {
  const { part, messages } = useLoginScreen();
  const { locale } = messages;
  const { tokens: known = [] } = useLatchkey().settings;
  const { data, error, isFetching, refetch } = useBalances(
    address === undefined ? undefined : { address, chainId: chain.id },
    { refetchInterval: ({ state }) => state.status === 'success' && everyMs },
  );
  useTelling(data ? undefined : error);
  const [coin, ...read] = data ?? [];
  // Their rows are there before they are read, so that nothing below moves.
  const tokens = data ? read : known.filter(({ chainId }) => chainId === chain.id).map(unread);
  const isFailed = coin ? coin.amount === undefined : error !== null && !isFetching;
  const { symbol } = coin ?? coinOf(chain);
  return (
    <div {...part('figure')} aria-busy={!coin && !isFailed}>
      {isFailed ? (
        <p {...part('lead')} role="status">
          {words.noBalance}{' '}
          <button type="button" {...part('link')} onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </p>
      ) : (
        <p {...part('amount')} title={coin?.amount !== undefined ? amountIn(locale, coin.amount, coin) : undefined}>
          <bdi>
            {coin?.amount === undefined ? '\u00a0' : shortAmountIn(locale, coin.amount, coin)}
            {coin && <span {...part('label')}> {symbol}</span>}
          </bdi>
        </p>
      )}
      {tokens.length > 0 && (
        <ul {...part('rows')}>
          {tokens.map(({ token, amount, ...of }) => (
            <li key={token} {...part('fact')}>
              <bdi>{of.symbol}</bdi>
              {amount === undefined ? (
                <span {...part('lead')}>{(data || isFailed) && words.noBalance}</span>
              ) : (
                <span {...part('value')} title={amountIn(locale, amount, of)}>
                  {shortAmountIn(locale, amount, of)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const unread = ({ address, symbol, decimals }: Token): Balance => ({
  token: address,
  symbol,
  decimals,
  amount: undefined,
});
