'use client';
import type { ReactElement, ReactNode } from 'react';
import type { CodeForm } from '../../contract/codeForm.js';
import { useScreen } from '../screenContext.js';

/** How many characters are typed, and which of them the next key replaces: the caret's place if `start` is `end`. */
export type View = { readonly filled: number; readonly start: number; readonly end: number };

type SlotsProps = {
  form: CodeForm;
  /** Absent while nothing can be typed yet. */
  view?: View | undefined;
  /** The input under the slots. */
  children?: ReactNode;
};

/** One slot a character; their text is that of the input below. */
export function Slots({ form, view, children }: SlotsProps): ReactElement {
  const { part } = useScreen();
  return (
    <div {...part('code')} dir="ltr" data-length={form.length}>
      {places.slice(0, form.length).map((place, index) => (
        <span
          key={place}
          {...part('slot')}
          aria-hidden="true"
          data-state={view && index < view.filled ? 'filled' : 'empty'}
          data-active={(view && isActive(index, view)) || undefined}
        />
      ))}
      {children}
    </div>
  );
}

const places = [...'123456789'];

/** Whether the next key writes here. */
function isActive(index: number, { start, end }: View): boolean {
  return start === end ? index === start : index >= start && index < end;
}
