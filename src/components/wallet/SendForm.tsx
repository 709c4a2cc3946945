'use client';
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react';
import type { Chain } from '../../client/chains.js';
import { useBalances } from '../../hooks/balances.js';
import { useLatchkey } from '../../hooks/context.js';
import { usePrepareTransaction } from '../../hooks/sending.js';
import { useSolTransfers } from '../../hooks/solTransfers.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { MessageLine } from '../MessageLine.js';
import { useLoginScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { amountIn, unitsIn } from './amounts.js';
import { coinOf, isEthereum, kindOfAddress, kindOfChain } from './networks.js';
import type { Draft, Prepared } from './sendDraft.js';
import { fieldOf, sendProblem } from './sendProblem.js';
import type { SendOptions } from './walletProps.js';

type SendFormProps = {
  words: WalletMessages;
  from: string;
  chain: Chain;
  draft: Draft;
  resolveName: SendOptions['resolveName'];
  /** Why the last one was not sent. */
  failedWith: string | undefined;
  onDraft: (draft: Draft) => void;
  onPrepared: (prepared: Prepared) => void;
};

/** What is sent, to whom, and how much; each fault stands under its field. */
export function SendForm(props: SendFormProps): ReactElement {
  const { words, from, chain, draft, resolveName, failedWith, onDraft, onPrepared } = props;
  const { part, messages } = useLoginScreen();
  const { tokens = [] } = useLatchkey().settings;
  const { locale } = messages;
  const kind = kindOfChain(chain);
  const { data: balances = [] } = useBalances({ address: from, chainId: chain.id });
  const { mutateAsync: prepareTransaction } = usePrepareTransaction();
  const { prepare: prepareSol } = useSolTransfers();
  const [problem, setProblem] = useState(failedWith);
  const [resolved, setResolved] = useState<{ readonly name: string; readonly address: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const fields = { to: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };
  const id = useId();
  const coin = { token: undefined, amount: undefined, ...coinOf(chain) };
  const assets = isEthereum(chain) ? balances : balances.filter(({ token }) => token === undefined);
  const contracts = [
    ...tokens.filter(({ chainId }) => chainId === chain.id),
    ...balances.map(({ token = '', symbol }) => ({ address: token, symbol })),
  ];
  /** The token whose contract an address is. */
  const tokenAt = (address: string) => contracts.find((each) => isSame(each.address, address))?.symbol;
  const asset = assets.find(({ token = '' }) => token === draft.token) ?? coin;

  function change(changed: Partial<Draft>) {
    setProblem(undefined);
    onDraft({ ...draft, ...changed });
  }

  function refuse(code: string) {
    setProblem(code);
    const field = fieldOf(code);
    if (field !== 'form') fields[field].current?.focus();
  }

  /** The address that the field stands for, or what is wrong with it. */
  async function receiver(): Promise<{ readonly address: string } | { readonly fault: string }> {
    const typed = draft.to.trim();
    if (typed === '') return { fault: 'TO_MISSING' };
    let address = typed;
    if (kindOfAddress(typed) !== kind) {
      if (!resolveName || typed.startsWith('0x')) return { fault: 'TO_INVALID' };
      const found = await resolveName(typed, chain);
      if (found === undefined) return { fault: 'NAME_NOT_FOUND' };
      if (kindOfAddress(found) !== kind) return { fault: 'TO_INVALID' };
      setResolved({ name: typed, address: found });
      address = found;
    }
    if (isSame(from, address)) return { fault: 'TO_SELF' };
    if (tokenAt(address) !== undefined) return { fault: 'TO_TOKEN' };
    return { address };
  }

  async function review() {
    const to = await receiver();
    if ('fault' in to) return refuse(to.fault);
    const amount = draft.isAll ? ('all' as const) : unitsIn(draft.amount, asset, locale);
    if (amount === undefined || amount === 0n) return refuse('AMOUNT_MISSING');
    if (amount === 'too many decimals') return refuse('TOO_MANY_DECIMALS');
    if (amount !== 'all' && asset.amount !== undefined && amount > asset.amount) return refuse('INSUFFICIENT');
    onPrepared(await prepare(to.address, amount));
  }

  async function prepare(to: string, amount: bigint | 'all'): Promise<Prepared> {
    if (!isEthereum(chain)) return prepareSol({ chainId: chain.id, from, to, amount });
    const whom = { chainId: chain.id, from: from as Hex, to: to as Hex };
    const { token } = asset;
    return prepareTransaction(
      token === undefined ? { ...whom, value: amount } : { ...whom, token: token as Hex, amount },
    );
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    review()
      .catch(({ code = 'OTHER' }: { code?: string }) => refuse(code))
      .finally(() => setIsBusy(false));
  }

  const about = { words, messages, chain, asset, tokenAt: tokenAt(resolved?.address ?? draft.to.trim()) };
  const sentence = problem && sendProblem(problem, about);
  const at = problem && fieldOf(problem);
  const note = (field: 'to' | 'amount' | 'form') => (
    <MessageLine isSpeaking={at === field || (field === 'to' && resolved !== undefined)}>
      {sentence && at === field ? (
        <Problem id={`${id}-${field}-note`} code={problem} sentence={sentence} />
      ) : (
        field === 'to' && resolved && <bdi {...part('value')}>{resolved.address}</bdi>
      )}
    </MessageLine>
  );
  const described = (field: 'to' | 'amount') => (at === field ? `${id}-${field}-note` : undefined);
  return (
    <form {...part('body')} method="dialog" noValidate onSubmit={submit} aria-busy={isBusy}>
      {assets.length > 1 && (
        <div {...part('field')}>
          <div {...part('caption')}>
            <label htmlFor={`${id}-asset`} {...part('label')}>
              {words.asset}
            </label>
          </div>
          <span {...part('chip')}>
            <select
              id={`${id}-asset`}
              {...part('input')}
              value={draft.token}
              onChange={({ target }) => change({ token: target.value, isAll: false })}
            >
              {assets.map(({ token = '', symbol }) => (
                <option key={token} value={token}>
                  {symbol}
                </option>
              ))}
            </select>
          </span>
        </div>
      )}
      <div {...part('field')}>
        <div {...part('caption')}>
          <label htmlFor={`${id}-to`} {...part('label')}>
            {words.to}
          </label>
        </div>
        <input
          ref={fields.to}
          id={`${id}-to`}
          {...part('input')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={255}
          value={draft.to}
          readOnly={isBusy}
          aria-invalid={at === 'to' || undefined}
          aria-describedby={described('to')}
          onChange={({ target }) => {
            setResolved(undefined);
            change({ to: target.value });
          }}
        />
        {note('to')}
      </div>
      <div {...part('field')}>
        <div {...part('caption')}>
          <label htmlFor={`${id}-amount`} {...part('label')}>
            {words.amount} <bdi>{asset.symbol}</bdi>
          </label>
          <button
            type="button"
            {...part('link')}
            aria-pressed={draft.isAll}
            onClick={() => change({ isAll: true, amount: '' })}
          >
            {words.all}
          </button>
        </div>
        <input
          ref={fields.amount}
          id={`${id}-amount`}
          {...part('input')}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={120}
          placeholder={draft.isAll ? words.all : undefined}
          value={draft.amount}
          readOnly={isBusy}
          aria-invalid={at === 'amount' || undefined}
          aria-describedby={described('amount')}
          onChange={({ target }) => change({ amount: target.value, isAll: false })}
        />
        {asset.amount !== undefined && (
          <p {...part('lead')}>
            <bdi>{words.available(`${amountIn(locale, asset.amount, asset)} ${asset.symbol}`)}</bdi>
          </p>
        )}
        {note('amount')}
      </div>
      {!isEthereum(chain) && <p {...part('lead')}>{words.noSolanaTokens}</p>}
      {note('form')}
      <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
        {words.continue}
      </button>
    </form>
  );
}

type Hex = `0x${string}`;

/** Addresses of Ethereum are the same in either case; those of Solana are not. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase());
