'use client';
import { type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import type { Chain } from '../../client/chains.js';
import { useKnownLike } from '../../hooks/lookalikes.js';
import { differenceOf } from '../../reading/lookalike.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { MessageLine } from '../MessageLine.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screenContext.js';
import { kindOfAddress, kindOfChain } from './networks.js';

type SendToProps = {
  words: WalletMessages;
  chain: Chain;
  /** The field's id. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  value: string;
  /** The address that a name stands for. */
  resolved: string | undefined;
  isBusy: boolean;
  /** What is wrong with it, with the id `${id}-note`. */
  problem: ReactNode;
  onChange: (value: string) => void;
};

/** To whom. Beneath it stands what is wrong, or the known address that this one looks like, or the address that a name stands for. */
export function SendTo({
  words,
  chain,
  id,
  field,
  value,
  resolved,
  isBusy,
  problem,
  onChange,
}: SendToProps): ReactElement {
  const { part } = useScreen();
  const [payment] = useState(() => crypto.randomUUID());
  const typed = value.trim();
  const address = resolved ?? (kindOfAddress(typed) === kindOfChain(chain) ? typed : undefined);
  const { knownLike } = useKnownLike(address !== undefined, payment);
  const known = address === undefined ? undefined : knownLike(address);
  const isLookalike = !problem && known !== undefined;
  return (
    <div {...part('field')}>
      <div {...part('caption')}>
        <label htmlFor={id} {...part('label')}>
          {words.to}
        </label>
      </div>
      <input
        ref={field}
        id={id}
        {...part('input')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={255}
        value={value}
        readOnly={isBusy}
        aria-invalid={Boolean(problem) || undefined}
        aria-describedby={problem || isLookalike ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <MessageLine isSpeaking={Boolean(problem) || isLookalike || resolved !== undefined}>
        {problem}
        {isLookalike && address !== undefined && (
          <>
            <ProblemNote id={`${id}-note`} sentence={words.toLookalike} />
            <Compared address={address} other={known} />
            <Compared address={known} other={address} />
          </>
        )}
        {!problem && !isLookalike && resolved !== undefined && (
          <div {...part('value')}>
            <bdi dir="ltr">{resolved}</bdi>
          </div>
        )}
      </MessageLine>
    </div>
  );
}

/** An address with the part in bold that another one differs in. */
function Compared({ address, other }: { address: string; other: string }): ReactElement {
  const { part } = useScreen();
  const [start, end] = differenceOf(address, other);
  return (
    <div {...part('value')}>
      <bdi dir="ltr">
        {address.slice(0, start)}
        <strong>{address.slice(start, end)}</strong>
        {address.slice(end)}
      </bdi>
    </div>
  );
}
