import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Clause } from './draft.js';
import { type Suggestion, suggestionsAt } from './suggestions.js';

type Completed = {
  readonly clause: Clause;
  readonly text: string;
  readonly onChange: (text: string) => void;
};

type Completion = {
  readonly field: Pick<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'onKeyDown' | 'onBlur' | 'onSelect' | 'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'
  > & { readonly ref: RefObject<HTMLTextAreaElement | null> };
  /** What is to be shown beneath the field. */
  readonly list: ReactElement;
};

/** Nothing is in the way of typing: where no suggestion is chosen, every key does what it does in a field. */
type Open = { readonly from: number; readonly to: number; readonly chosen: number };

/**
 * Completes what is typed into an expression. It opens as one types, and by Ctrl+Space; arrows choose, Enter and Tab take what is chosen,
 * Escape closes it.
 */
export function useCompletion({ clause, text, onChange }: Completed): Completion {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const typed = useRef(text);
  const [open, setOpen] = useState<Open>();
  const list = open ? suggestionsAt(clause, text, open.to).list.slice(0, most) : [];
  const chosen = open && list[open.chosen];

  useLayoutEffect(() => {
    if (caret.current !== undefined) ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const openAt = (place: number, isChosen: boolean) =>
    setOpen({ from: suggestionsAt(clause, text, place).from, to: place, chosen: isChosen ? 0 : -1 });

  const take = ({ text: put }: Suggestion) => {
    if (!open) return;
    caret.current = open.from + put.length;
    typed.current = text.slice(0, open.from) + put + text.slice(open.to);
    onChange(typed.current);
    setOpen(undefined);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, nativeEvent, currentTarget } = event;
    if (nativeEvent.isComposing) return;
    if (key === ' ' && ctrlKey) openAt(currentTarget.selectionEnd, true);
    else if (list.length === 0 || !open) return;
    else if (key === 'Escape') setOpen(undefined);
    else if (key === 'ArrowDown') setOpen({ ...open, chosen: (open.chosen + 1) % list.length });
    else if (key === 'ArrowUp') setOpen({ ...open, chosen: (open.chosen <= 0 ? list.length : open.chosen) - 1 });
    else if ((key === 'Enter' || key === 'Tab') && chosen) take(chosen);
    else return;
    event.preventDefault();
  };

  // After each change of the text by typing, and each move away from where it opened.
  const onSelect = () => {
    const field = ref.current;
    if (!field || field.selectionStart !== field.selectionEnd) return setOpen(undefined);
    const place = field.selectionEnd;
    const isTyped = typed.current !== text;
    typed.current = text;
    if (isTyped && /[\w.']$/.test(text.slice(0, place))) openAt(place, false);
    else if (open && place !== open.to) setOpen(undefined);
  };

  const isShown = list.length > 0;
  return {
    field: {
      ref,
      onKeyDown,
      onSelect,
      onBlur: () => setOpen(undefined),
      'aria-autocomplete': 'list',
      'aria-controls': isShown ? `${id}-list` : undefined,
      'aria-activedescendant': chosen ? `${id}-${open.chosen}` : undefined,
    },
    list: (
      <>
        {isShown && <List id={id} list={list} chosen={open?.chosen ?? -1} onTake={take} />}
        <p className="unseen" aria-live="polite">
          {isShown &&
            !chosen &&
            `${list.length} ${list.length === 1 ? 'suggestion' : 'suggestions'}: arrow keys choose.`}
        </p>
      </>
    ),
  };
}

/** More are found by typing on. */
const most = 100;

type ListProps = {
  readonly id: string;
  readonly list: readonly Suggestion[];
  readonly chosen: number;
  readonly onTake: (suggestion: Suggestion) => void;
};

function List({ id, list, chosen, onTake }: ListProps): ReactElement {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div ref={shown} id={`${id}-list`} className="suggestions" role="listbox" aria-label="Suggestions" dir="ltr">
      {list.map((suggestion, index) => (
        // The field keeps the focus, and its keys do the same.
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant names it
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys take it
        <div
          key={suggestion.word}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(suggestion)}
        >
          {suggestion.word}
          {suggestion.hint !== '' && <span className="hint">{suggestion.hint}</span>}
        </div>
      ))}
    </div>
  );
}
