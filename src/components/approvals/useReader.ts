'use client';
import { useEffect, useMemo, useState } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import { useLatchkey } from '../../hooks/context.js';
import { useNamedTokens } from '../../hooks/namedTokens.js';
import { type ActivitySignature, describedSignature, mayDescribe, signatureOf } from '../../hooks/signatureOf.js';
import type { Token } from '../../reading/token.js';
import type { ApprovalFacts, ApprovalMessages } from '../english/approvalMessages.js';
import { titleOf } from '../review/titleOf.js';
import { approvalFacts } from './approvalFacts.js';

/** What there is to know of an activity from its parameters alone. */
export type ActivityDetails = {
  readonly activity: Activity;
  readonly facts: ApprovalFacts;
  /** `undefined` if it signs nothing. */
  readonly signature: ActivitySignature | undefined;
  /** What would happen, in a sentence: the one of the confirmation. */
  readonly title: string;
};

/** A signature in the words of descriptors, and the tokens that its amounts are told in. */
type Described = { readonly tokens: readonly Token[]; readonly signature: ActivitySignature };

/** Reads activities for a list and the card. */
export function useReader(words: ApprovalMessages): (activity: Activity) => ActivityDetails {
  const tokens = useNamedTokens();
  const { chains, descriptors } = useLatchkey().settings;
  const [described] = useState(() => new WeakMap<Activity, Described>());
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more is described, all is read again
  const reader = useMemo(() => {
    const known = new WeakMap<Activity, ActivityDetails>();
    /** What was read since the last drawing, and a descriptor may tell. */
    const unread = new Map<Activity, ActivitySignature>();
    const read = (activity: Activity) => {
      const found = described.get(activity);
      const own = found?.tokens === tokens ? found.signature : undefined;
      const what = known.get(activity) ?? readActivity(activity, words, { chains, tokens }, own);
      known.set(activity, what);
      if (what.signature && !own && mayDescribe(what.signature)) unread.set(activity, what.signature);
      return what;
    };
    return { read, unread };
  }, [words, chains, tokens, described, count]);
  useEffect(() => {
    const all = [...reader.unread];
    reader.unread.clear();
    if (all.length === 0) return;
    const describe = async ([activity, read]: (typeof all)[number]) => {
      const signature = await describedSignature(read, { tokens, descriptors });
      described.set(activity, { tokens, signature });
    };
    void Promise.all(all.map(describe)).then(() => setCount((before) => before + 1));
  });
  return reader.read;
}

function readActivity(
  activity: Activity,
  words: ApprovalMessages,
  named: Parameters<typeof signatureOf>[1],
  described: ActivitySignature | undefined,
): ActivityDetails {
  const facts = approvalFacts(activity, named.tokens);
  const signature = described ?? signatureOf(activity, named);
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
  if (more.length > 0) return review.signSeveral(parts.length);
  return dangers.includes('DELEGATION') ? review.delegate : review.unreadable;
}
