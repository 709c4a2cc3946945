'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { TransferMessages } from '../english/transferMessages.js';
import { MessageLine } from '../MessageLine.js';
import { useScreen } from '../screenContext.js';
import { copyForAMinute } from './copyForAMinute.js';
import { unrecorded } from './secretField.js';
import { useHold } from './useHold.js';

/** A secret as lines: the numbered words, or a single key; `passphrase` is empty if there is none. */
export type SecretLines = { readonly lines: readonly string[]; readonly passphrase: string };

/** The same, sealed in memory until it is read. */
export type HeldLines = {
  read<Result>(use: (secret: SecretLines) => Result | Promise<Result>): Promise<Result>;
  forget(): void;
};

type SecretViewProps = {
  words: TransferMessages;
  isPhrase: boolean;
  held: HeldLines;
  /** The person wrote the words down. */
  onWritten: () => void;
  onDone: (() => void) | undefined;
};

/** The number of lines, which is not secret. */
type Size = { readonly lines: number; readonly hasPassphrase: boolean };

/** Shows a secret while a button is held, or for a minute. It is written into the DOM by hand and removed again, so that it is in no React state or prop. */
export function SecretView({ words, isPhrase, held, onWritten, onDone }: SecretViewProps): ReactElement {
  const { part } = useScreen();
  const places = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  const [announced, setAnnounced] = useState<string>();
  /** Whether it was ever shown: before that nobody has written it down. */
  const [hasSeen, setSeen] = useState(false);

  const slots = () => [...(places.current?.querySelectorAll<HTMLElement>('[data-secret]') ?? [])];
  const { isShown, isKept, hold, keep } = useHold({
    show: (isWanted) =>
      held.read(({ lines, passphrase }) => {
        if (isWanted()) for (const [index, slot] of slots().entries()) slot.textContent = lines[index] ?? passphrase;
      }),
    hide: () => {
      for (const slot of slots()) slot.textContent = '';
    },
  });
  useEffect(() => {
    void held.read(({ lines, passphrase }) => setSize({ lines: lines.length, hasPassphrase: passphrase !== '' }));
  }, [held]);

  if (isShown && !hasSeen) setSeen(true);

  async function copy(what: (secret: SecretLines) => string) {
    const text = held.read(what);
    const isCopied = await copyForAMinute(text, () => setAnnounced(words.cleared));
    setAnnounced(isCopied ? words.copied : words.copyFailed);
  }

  function toggle() {
    setAnnounced(undefined);
    keep();
  }

  const said = announced ?? (isKept ? words.hidesSoon : undefined);
  const end = isPhrase ? onWritten : onDone;
  const slot = <bdi data-secret lang="en" dir="ltr" translate="no" />;
  return (
    <div {...part('body')}>
      <p {...part('lead')}>{isPhrase ? words.phraseLead : words.exportedKeyLead}</p>
      <div
        ref={places}
        data-state={isShown ? 'shown' : 'hidden'}
        {...unrecorded(part('secret'))}
        aria-hidden={!isShown}
      >
        {isPhrase ? (
          <ol {...part('words')} dir="ltr">
            {Array.from({ length: size?.lines ?? 12 }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what it is
              <li key={place} {...part('word')}>
                {slot}
              </li>
            ))}
          </ol>
        ) : (
          <p {...part('key')}>{slot}</p>
        )}
        {size?.hasPassphrase && (
          <p {...part('preview')}>
            <span {...part('label')}>{words.passphrase}</span>
            {slot}
          </p>
        )}
      </div>
      <div {...part('actions')}>
        {!isKept && (
          <button type="button" {...part(hasSeen ? 'secondary' : 'submit')} {...hold} aria-pressed={isShown}>
            {words.hold}
          </button>
        )}
        <button type="button" {...part('secondary')} onClick={toggle}>
          {isKept ? words.hide : words.keepShowing}
        </button>
      </div>
      <MessageLine role="status" isSpeaking={said !== undefined}>
        {said}
        <span {...part('unseen')}>{isShown ? words.shown : words.hidden}</span>
      </MessageLine>
      {end && (
        <button type="button" {...part(hasSeen ? 'submit' : 'secondary')} onClick={end}>
          {isPhrase ? words.wroteDown : words.done}
        </button>
      )}
      <button type="button" {...part('link')} onClick={() => void copy(({ lines }) => lines.join(' '))}>
        {size?.hasPassphrase ? words.copyWords : words.copy}
      </button>
      {size?.hasPassphrase && (
        <button type="button" {...part('link')} onClick={() => void copy(({ passphrase }) => passphrase)}>
          {words.copyPassphrase}
        </button>
      )}
    </div>
  );
}
