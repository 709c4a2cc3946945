'use client';
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { MessageLine } from '../MessageLine.js';
import { ProblemNote } from '../ProblemNote.js';
import { useScreen } from '../screenContext.js';
import type { HeldLines } from './SecretView.js';
import { secretField, unrecorded } from './secretField.js';

type PhraseCheckProps = {
  words: TransferMessages;
  held: HeldLines;
  onRight: () => void;
  /** Shows the words again. */
  onBack: () => void;
  onLater: (() => void) | undefined;
};

/** Asks three words of the phrase: who wrote one down wrongly learns it while the words can still be shown. Only the fields hold them. */
export function PhraseCheck({ words, held, onRight, onBack, onLater }: PhraseCheckProps): ReactElement {
  const { part } = useScreen();
  const { random } = useLatchkey();
  const [places, setPlaces] = useState<readonly number[]>([]);
  /** The place of the first word that was wrong. */
  const [wrong, setWrong] = useState<{ readonly place: number; readonly turn: number }>();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    held.read(({ lines }) => setPlaces(threeOf(lines.length, random))).catch(onBack);
  }, [held, random, onBack]);

  useEffect(() => {
    const empty = () => form.current?.reset(); // for the back/forward cache
    addEventListener('pagehide', empty);
    return () => removeEventListener('pagehide', empty);
  }, []);

  const fields = () => [...(form.current?.querySelectorAll('input') ?? [])];

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = fields().map(({ value }) => value.trim().toLowerCase());
    const at = await held.read(({ lines }) => places.findIndex((place, index) => typed[index] !== lines[place]));
    const place = places[at];
    if (place === undefined) return onRight();
    setWrong((last) => ({ place, turn: (last?.turn ?? 0) + 1 }));
    fields()[at]?.focus();
  }

  const describedBy = wrong ? `${id}-wrong` : undefined;
  return (
    <form
      ref={form}
      {...part('body')}
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event).catch(onBack)}
      onInput={() => setWrong(undefined)}
    >
      <p {...part('lead')}>{words.checkLead}</p>
      {places.map((place) => (
        <div key={place} {...part('field')}>
          <div {...part('caption')}>
            <label {...part('label')} htmlFor={`${id}-${place}`}>
              {words.wordAt(place + 1)}
            </label>
          </div>
          <input
            id={`${id}-${place}`}
            {...unrecorded(part('input'))}
            {...secretField}
            type="text"
            aria-invalid={wrong?.place === place || undefined}
            aria-describedby={wrong?.place === place ? describedBy : undefined}
          />
          <MessageLine>
            {wrong?.place === place && (
              <ProblemNote key={wrong.turn} id={`${id}-wrong`} sentence={words.wordWrong(place + 1)} />
            )}
          </MessageLine>
        </div>
      ))}
      <button type="submit" {...part('submit')}>
        {words.continue}
      </button>
      <button type="button" {...part('secondary')} onClick={onBack}>
        {words.showAgain}
      </button>
      {onLater && (
        <button type="button" {...part('link')} onClick={onLater}>
          {words.notNow}
        </button>
      )}
    </form>
  );
}

/** Three different places of a phrase, in their order. */
function threeOf(length: number, random: () => number): number[] {
  const places = Array.from({ length }, (_, place) => place);
  while (places.length > 3) places.splice(Math.floor(random() * places.length), 1);
  return places;
}
