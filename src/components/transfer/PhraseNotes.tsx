'use client';
import { Fragment, type ReactElement } from 'react';
import type { MnemonicReading } from '../../client/transfer/readMnemonic.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { Icon } from '../icons.js';
import { useScreen } from '../screenContext.js';
import { unrecorded } from './secretField.js';

type PhraseNotesProps = {
  words: TransferMessages;
  reading: MnemonicReading | undefined;
  /** The service refused the words; the error below says so. */
  isRefused: boolean;
  onReplace: (place: number, word: string) => void;
};

/** The possible numbers of words. @see BIP-39 */
const wholes = [12, 15, 18, 21, 24];

/** Notes on the words while they are typed: unknown ones with suggestions, and how many are missing. */
export function PhraseNotes({ words, reading, isRefused, onReplace }: PhraseNotesProps): ReactElement {
  const { part } = useScreen();
  if (reading === undefined || reading.count === 0) return <span {...part('hint')}>{words.phraseHint}</span>;
  const { count, unknown, completions, verdict } = reading;
  const whole = wholes.find((length) => length >= count) ?? 24;
  const choices = (place: number, suggestions: readonly string[]) =>
    suggestions.map((word) => (
      <button
        key={word}
        type="button"
        {...part('suggestion')}
        aria-label={words.replaceBy(place, word)}
        lang="en"
        dir="ltr"
        translate="no"
        onClick={() => onReplace(place, word)}
      >
        {word}
      </button>
    ));
  const note = unknown.length === 0 && !isRefused && noteOn(words, verdict, count, whole);
  return (
    <div {...part('hint')}>
      <span role="status">
        {verdict === 'ok' ? (
          <span {...part('good')}>
            <Icon name="check" />
            {words.complete}
          </span>
        ) : (
          note
        )}
      </span>
      {unknown.slice(0, 3).map(({ place, suggestions }) => (
        <Fragment key={place}>
          <span {...part('error')} role="status">
            <Icon name="alert" />
            {words.unknownWord(place)}
          </span>
          {suggestions.length > 0 && <div {...unrecorded(part('suggestions'))}>{choices(place, suggestions)}</div>}
        </Fragment>
      ))}
      {completions.length > 0 && <div {...unrecorded(part('suggestions'))}>{choices(count, completions)}</div>}
    </div>
  );
}

function noteOn(
  words: TransferMessages,
  verdict: MnemonicReading['verdict'],
  count: number,
  whole: number,
): string | undefined {
  if (verdict === 'checksum') return words.problems.MNEMONIC_INVALID;
  return verdict === 'tooMany' ? words.problems.TOO_MANY_WORDS : words.countOf(count, whole);
}
