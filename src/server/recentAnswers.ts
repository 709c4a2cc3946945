/** How long answers count. */
export type RecentAnswersSettings = {
  /** Since it was asked. 0 asks each time. */
  readonly maxAgeSeconds: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

/** The recent answer to the question with this id, or else a new one. */
export type RecentAnswers<Answer> = (id: string, ask: () => Promise<Answer | undefined>) => Promise<Answer | undefined>;

/**
 * Keeps answers in the memory of this process. An answer counts from the moment it was asked for, so that requests that come while it is
 * under way share it. Errors and `undefined` are not kept.
 */
export function recentAnswers<Answer>({ maxAgeSeconds, clock }: RecentAnswersSettings): RecentAnswers<Answer> {
  const kept = new Map<string, { readonly askedAtMs: number; readonly answer: Promise<Answer | undefined> }>();

  return (id, ask) => {
    const nowMs = clock();
    const known = kept.get(id);
    const ageMs = nowMs - (known?.askedAtMs ?? Number.NEGATIVE_INFINITY);
    if (known && ageMs >= 0 && ageMs < maxAgeSeconds * 1000) return known.answer;
    const asked = { askedAtMs: nowMs, answer: ask() };
    const forget = () => {
      if (kept.get(id) === asked) kept.delete(id);
    };
    asked.answer.then((answer) => answer === undefined && forget(), forget);
    kept.delete(id);
    kept.set(id, asked);
    const [oldest] = kept.keys();
    if (kept.size > mostAnswers && oldest !== undefined) kept.delete(oldest);
    return asked.answer;
  };
}

/** Less than 1 kB each. The one that was asked for longest ago is dropped. */
const mostAnswers = 10_000;
