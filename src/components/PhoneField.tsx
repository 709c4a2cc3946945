'use client';
import { type Dispatch, type ReactElement, type SetStateAction, useEffect, useRef, useState } from 'react';
import { type Countries, loadCountries } from '../login/loadCountries.js';
import type { Country } from '../login/phone.js';
import { groupDigits, regroupDigits } from '../login/phoneGroups.js';
import { useOtpScreen } from './screen.js';
import type { StepProps } from './step.js';
import { useDraft } from './useDraft.js';

type PhoneFieldProps = StepProps & {
  draft: string;
  country: Country | undefined;
  onCountry: Dispatch<SetStateAction<Country | undefined>>;
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
  const { messages, part, isBusy } = useOtpScreen();
  const table = useCountries();
  const before = useRef(draft);
  useDraft(field, draft);
  useEffect(() => {
    if (!table || country || split(table)) return;
    onCountry((chosen) => chosen ?? table.guessed); // a country may have been chosen meanwhile
  });

  /** Splits a number in international form. */
  function split(countries: Countries): boolean {
    const input = field.current;
    const parts = input && countries.split(input.value, country);
    if (!parts) return false;
    input.value = groupDigits(parts.typed, parts.country.dial);
    onCountry(parts.country);
    return true;
  }

  function read() {
    const input = field.current;
    if (input === null) return;
    if (!table || !split(table)) group(input);
    before.current = input.value;
  }

  /** Inserts spaces while digits are typed; the caret stays after its digit. */
  function group(input: HTMLInputElement) {
    const { value, selectionStart } = input;
    const next = regroupDigits(before.current, value, country?.dial);
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
          disabled={table === undefined}
          value={country?.code ?? ''}
          onChange={({ target }) => onCountry(table?.byDial.find(({ code }) => code === target.value))}
        >
          {country === undefined && <option value="" />}
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

function useCountries(): Countries | undefined {
  const [table, setTable] = useState<Countries>();
  useEffect(() => {
    loadCountries(navigator.language)
      .then(setTable)
      .catch(() => {}); // not loaded: the number is typed in international form
  }, []);
  return table;
}
