'use client';
import { useMemo } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import { useLatchkey } from '../../hooks/context.js';
import { useNamedTokens } from '../../hooks/namedTokens.js';
import { type ActivitySignature, signatureOf } from '../../hooks/signatureOf.js';
import { titleOf } from '../review/titleOf.js';
import { approvalFacts } from './approvalFacts.js';
import type { ApprovalFacts, ApprovalMessages } from './approvalMessages.js';

/** What there is to know of an activity from its parameters alone. */
export type ReadActivity = {
  readonly activity: Activity;
  readonly facts: ApprovalFacts;
  /** `undefined` if it signs nothing. */
  readonly signature: ActivitySignature | undefined;
  /** What would happen, in a sentence: the one of the confirmation. */
  readonly title: string;
};

/** Reads activities for a list and the card. */
export function useReader(words: ApprovalMessages): (activity: Activity) => ReadActivity {
  const tokens = useNamedTokens();
  const { chains } = useLatchkey().settings;
  return useMemo(() => {
    const known = new WeakMap<Activity, ReadActivity>();
    return (activity) => {
      const read = known.get(activity) ?? readActivity(activity, words, { chains, tokens });
      known.set(activity, read);
      return read;
    };
  }, [words, chains, tokens]);
}

function readActivity(
  activity: Activity,
  words: ApprovalMessages,
  named: Parameters<typeof signatureOf>[1],
): ReadActivity {
  const facts = approvalFacts(activity, named.tokens);
  const signature = signatureOf(activity, named);
  return { activity, facts, signature, title: titleIn(facts, signature, words) };
}

/** A text is signed with a key that the sentence names; of one thing that can be read there is a sentence; the rest says what is wrong. */
function titleIn(facts: ApprovalFacts, signature: ActivitySignature | undefined, words: ApprovalMessages): string {
  const { review } = words;
  if (!signature) return words.what(facts);
  const { parts, dangers } = signature;
  const [first, ...more] = parts;
  const isText = facts.signed?.is === 'message';
  if (isText && (more.length > 0 || first?.facts.kind !== 'login')) return words.what(facts);
  if (first && more.length === 0) {
    const what = (request: object) => words.what({ ...facts, ...request });
    return titleOf(first.facts, { review, what }, first.facts.kind === 'login' ? first.facts.login.domain : '');
  }
  if (facts.effect) return words.what(facts);
  return dangers.includes('DELEGATION') ? review.delegate : review.unreadable;
}
