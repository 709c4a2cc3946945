'use client';
import type { ReactElement } from 'react';
import type { ApprovalMessages } from '../english/approvalMessages.js';
import { useScreen } from '../screenContext.js';

/** What is waiting of one kind: in words, and how many. */
export type ApprovalKind = { readonly kind: string; readonly label: string; readonly count: number };

type ApprovalChipsProps = {
  words: ApprovalMessages;
  kinds: readonly ApprovalKind[];
  /** `undefined` shows all. */
  chosen: string | undefined;
  onChoose: (kind: string | undefined) => void;
};

/** Chooses which requests are shown, where those of several kinds are waiting. */
export function ApprovalChips({ words, kinds, chosen, onChoose }: ApprovalChipsProps): ReactElement {
  const { part } = useScreen();
  const chip = (kind: string | undefined, label: string, count?: number) => (
    <button
      key={kind ?? ''}
      type="button"
      {...part('chip')}
      aria-pressed={chosen === kind}
      onClick={() => onChoose(kind)}
    >
      {label} {count !== undefined && <span {...part('count')}>{count}</span>}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has looks of its own in every browser
    <div {...part('chips')} role="group" aria-label={words.filter}>
      {chip(undefined, words.all)}
      {kinds.map(({ kind, label, count }) => chip(kind, label, count))}
    </div>
  );
}
