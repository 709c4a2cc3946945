'use client';
import { type Dispatch, type FormEvent, type ReactElement, type SetStateAction, useId, useRef, useState } from 'react';
import type { Chain } from '../../client/chains.js';
import type { LatchkeyError } from '../../errors.js';
import { useBalances } from '../../hooks/balances.js';
import { useKit } from '../../hooks/context.js';
import { usePrepareTransaction } from '../../hooks/sending.js';
import { useSolTransfers } from '../../hooks/solTransfers.js';
import { namedTokens } from '../../reading/namedTokens.js';
import { isSameAddress, tokenAt } from '../../reading/token.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { MessageLine } from '../MessageLine.js';
import { useLoginScreen } from '../screenContext.js';
import { Problem } from '../suspended/Problem.js';
import { amountIn, unitsIn } from './amounts.js';
import { coinOf, isEthereum, kindOfAddress, kindOfChain } from './networks.js';
import { SendFrom } from './SendFrom.js';
import { SendTo } from './SendTo.js';
import type { PreparedSend, SendDraft } from './sendDraft.js';
import { fieldOf, sendProblem } from './sendProblem.js';
import type { SendOptions } from './walletProps.js';

type SendFormProps = {
  words: WalletMessages;
  from: string;
  chain: Chain;
  draft: SendDraft;
  resolveName: SendOptions['resolveName'];
  /** Why the last one was not sent. */
  failedWith: string | undefined;
  onDraft: Dispatch<SetStateAction<SendDraft>>;
  onPrepared: (prepared: PreparedSend) => void;
};

/** What is sent, to whom, and how much; each fault stands under its field. */
export function SendForm(props: SendFormProps): ReactElement {
  const { words, from, chain, draft, resolveName, failedWith, onDraft, onPrepared } = props;
  const { part, messages } = useLoginScreen();
  const { client, tellOf } = useKit();
  const { tokens } = client.settings;
  const { locale } = messages;
  const kind = kindOfChain(chain);
  const { data: balances = [] } = useBalances({ address: from, chainId: chain.id });
  const { mutateAsync: prepareTransaction } = usePrepareTransaction();
  const { prepare: prepareSol } = useSolTransfers();
  const [problem, setProblem] = useState(failedWith);
  /** The symbol of the token whose contract was typed. */
  const [tokenSymbol, setTokenSymbol] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const fields = { to: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };
  const id = useId();
  const coin = { token: undefined, amount: undefined, ...coinOf(chain) };
  const assets = isEthereum(chain) ? balances : balances.filter(({ token }) => token === undefined);
  const asset = assets.find(({ token = '' }) => token === draft.token) ?? coin;

  function change(changed: Partial<SendDraft>) {
    setProblem(undefined);
    onDraft((last) => ({ ...last, ...changed }));
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
      onDraft((last) => ({ ...last, resolved: found }));
      address = found;
    }
    if (isSameAddress(from, address)) return { fault: 'TO_SELF' };
    const symbol = await symbolAt(address);
    setTokenSymbol(symbol);
    return symbol === undefined ? { address } : { fault: 'TO_TOKEN' };
  }

  /** The symbol of the token whose contract an address is: of the app's, of those that the kit knows, and of those that the account has. */
  async function symbolAt(address: string): Promise<string | undefined> {
    const held = balances.flatMap(({ token, ...of }) =>
      token === undefined ? [] : { ...of, chainId: chain.id, address: token },
    );
    return tokenAt(address, [...(await namedTokens(tokens)), ...held])?.symbol;
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

  async function prepare(to: string, amount: bigint | 'all'): Promise<PreparedSend> {
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
      .catch((error: { code?: string }) => {
        const { code = 'OTHER' } = error;
        refuse(code);
        // What was typed wrong is no failure of the app's.
        if (fieldOf(code) === 'form') tellOf(error as LatchkeyError);
      })
      .finally(() => setIsBusy(false));
  }

  const about = { words, messages, chain, asset, tokenAt: tokenSymbol };
  const sentence = problem && sendProblem(problem, about);
  const at = problem && fieldOf(problem);
  const note = (field: 'to' | 'amount' | 'form') =>
    sentence && at === field && <Problem id={`${id}-${field}-note`} code={problem} sentence={sentence} />;
  return (
    <form {...part('body')} method="dialog" noValidate onSubmit={submit} aria-busy={isBusy}>
      <SendFrom {...{ words, from, chain }} />
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
      <SendTo
        {...{ words, chain, isBusy }}
        id={`${id}-to`}
        field={fields.to}
        value={draft.to}
        resolved={draft.resolved}
        problem={note('to')}
        onChange={(to) => change({ to, resolved: undefined })}
      />
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
          aria-describedby={at === 'amount' ? `${id}-amount-note` : undefined}
          onChange={({ target }) => change({ amount: target.value, isAll: false })}
        />
        {asset.amount !== undefined && (
          <p {...part('lead')}>
            <bdi>{words.available(`${amountIn(locale, asset.amount, asset)} ${asset.symbol}`)}</bdi>
          </p>
        )}
        <MessageLine>{note('amount')}</MessageLine>
      </div>
      {!isEthereum(chain) && <p {...part('lead')}>{words.noSolanaTokens}</p>}
      <MessageLine>{note('form')}</MessageLine>
      <button type="submit" {...part('submit')} data-state={isBusy ? 'busy' : undefined} aria-disabled={isBusy}>
        {words.continue}
      </button>
    </form>
  );
}

type Hex = `0x${string}`;
