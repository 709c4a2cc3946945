'use client';
import { type Dispatch, type ReactElement, type SetStateAction, useEffect, useRef, useState } from 'react';
import { type Countries, loadCountries } from '../../login/loadCountries.js';
import type { Country } from '../../login/phone.js';
import { useLoginScreen } from '../screenContext.js';
import type { FieldProps } from './fieldProps.js';
import { useDraft } from './useDraft.js';

/** `undefined` until the table of countries is there, `null` where it tells none. */
export type GuessedCountry = Country | undefined | null;

type PhoneFieldProps = FieldProps & {
  draft: string;
  country: GuessedCountry;
  onCountry: Dispatch<SetStateAction<GuessedCountry>>;
};

/**
 * A phone number with its country. The table of countries loads when a phone number is first asked for; without it, numbers in
 * international form work.
 */
export function PhoneField({
  id,
  field,
  draft,
  country,
  isInvalid,
  describedBy,
  onCountry,
}: PhoneFieldProps): ReactElement {
  const { messages, part, isBusy } = useLoginScreen();
  const table = useCountries();
  const before = useRef(draft);
  useDraft(field, draft);
  useEffect(() => {
    if (table === undefined || country || (table && split(table))) return;
    onCountry((chosen) => chosen ?? table?.guessed ?? null); // a country may have been chosen meanwhile
  });

  /** Splits a number in international form. */
  function split(countries: Countries): boolean {
    const input = field.current;
    const parts = input && countries.split(input.value, country ?? undefined);
    if (!parts) return false;
    input.value = countries.group(parts.typed, parts.country.dial);
    onCountry(parts.country);
    return true;
  }

  function read() {
    const input = field.current;
    if (input === null || !table) return;
    if (!split(table)) group(input, table);
    before.current = input.value;
  }

  /** Inserts spaces while digits are typed; the caret stays after its digit. */
  function group(input: HTMLInputElement, { regroup }: Countries) {
    const { value, selectionStart } = input;
    const next = regroup(before.current, value, country?.dial);
    if (next === value) return;
    const digits = value.slice(0, selectionStart ?? value.length).replaceAll(' ', '').length;
    const caret = placeAfter(next, digits);
    input.value = next;
    input.setSelectionRange(caret, caret);
  }

  return (
    <div {...part('phone')} dir="ltr">
      <span {...part('country')} data-country={country?.code}>
        <span {...part('dial')} aria-hidden="true">
          {country && `${country.code} +${country.dial}`}
        </span>
        <select
          {...part('select')}
          name="country"
          aria-label={messages.countryLabel}
          autoComplete="tel-country-code"
          disabled={!table}
          value={country?.code ?? ''}
          onChange={({ target }) => onCountry(table?.byDial.find(({ code }) => code === target.value))}
        >
          {!country && <option value="" />}
          {table?.byName.map(({ code, dial, name }) => (
            <option key={code} value={code}>
              {name} +{dial}
            </option>
          ))}
        </select>
      </span>
      <input
        ref={field}
        id={id}
        {...part('input')}
        type="tel"
        name="phone"
        enterKeyHint="send"
        autoComplete="tel-national"
        required
        readOnly={isBusy}
        defaultValue={draft}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={read}
      />
    </div>
  );
}

/** The place in a grouped number after so many digits. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (const [index, character] of [...text].entries()) {
    if (seen === digits) return index;
    if (character !== ' ') seen += 1;
  }
  return text.length;
}

/** `null` if they do not load: the number is typed in international form. */
function useCountries(): Countries | undefined | null {
  const [table, setTable] = useState<Countries | null>();
  useEffect(() => {
    loadCountries(navigator.language)
      .then(setTable)
      .catch(() => setTable(null));
  }, []);
  return table;
}
