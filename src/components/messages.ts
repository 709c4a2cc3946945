/** A text, or a function of facts. */
export type Sentence<Fact> = string | ((fact: Fact) => string);

/**
 * The texts of a screen. `locale` is their language, for numbers and times; `problems` has a sentence for each error code that a person can
 * meet there, and `OTHER` for the rest.
 */
export type ScreenMessages<Facts extends { code: string } = never> = {
  readonly locale: string;
  readonly problems: { readonly OTHER: Sentence<Facts>; readonly [code: string]: Sentence<Facts> };
};

/** An app's changes to a screen's texts; omitted ones keep their defaults. */
export type MessageChanges<Messages extends ScreenMessages> = Partial<Omit<Messages, 'problems'>> & {
  readonly problems?: { readonly [code: string]: Messages['problems'][string] };
};

/** The texts with an app's changes. */
export function withChanges<Messages extends ScreenMessages>(
  words: Messages,
  changes: MessageChanges<Messages> | undefined,
): Messages {
  return { ...words, ...changes, problems: { ...words.problems, ...changes?.problems } };
}

export function textOf<Fact>(word: Sentence<Fact>, fact: Fact): string {
  return typeof word === 'function' ? word(fact) : word;
}

/** The sentence for an error. */
export function sentenceFor<Facts extends { code: string }>({ problems }: ScreenMessages<Facts>, facts: Facts): string {
  const known = Object.hasOwn(problems, facts.code) ? problems[facts.code] : undefined;
  return textOf(known ?? problems.OTHER, facts);
}
