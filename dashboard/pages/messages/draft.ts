import type { EmailTemplate, EmailTemplateKind } from 'latchkey/contract';
import { type Language, languages } from './words.js';

/** What a template says in one language. */
export type Text = { readonly subject: string; readonly text: string; readonly html: string };

/** A template as it is written. */
export type Draft = {
  readonly name: string;
  readonly kind: EmailTemplateKind;
  /** One a line. */
  readonly variables: string;
  readonly texts: { readonly [In in Language]?: Text };
};

const starts: Readonly<Record<EmailTemplateKind, Text>> = {
  EMAIL_TEMPLATE_KIND_CODE: {
    subject: '{{code}} is your {{appName}} code',
    text: 'Your code: {{code}}\n',
    html: '<p>Your code:</p>\n<p><strong>{{code}}</strong></p>\n',
  },
  EMAIL_TEMPLATE_KIND_LOGIN_LINK: {
    subject: 'Log in to {{appName}}',
    text: 'Log in: {{link}}\n',
    html: '<p><a href="{{link}}">Log in to {{appName}}</a></p>\n<p>{{link}}</p>\n',
  },
  EMAIL_TEMPLATE_KIND_RECOVERY_LINK: {
    subject: 'Recover your {{appName}} account',
    text: 'Recover your account: {{link}}\n',
    html: '<p><a href="{{link}}">Recover your account</a></p>\n<p>{{link}}</p>\n',
  },
};

export const newDraft = (kind: EmailTemplateKind): Draft => ({
  name: '',
  kind,
  variables: '',
  texts: { en: starts[kind] },
});

export const draftOf = ({ name, kind, variables, texts }: EmailTemplate): Draft => ({
  name,
  kind,
  variables: variables.join('\n'),
  texts: Object.fromEntries(texts.map(({ language, ...text }) => [language, text])),
});

export const languagesOf = ({ texts }: Draft): Language[] => Object.keys(texts) as Language[];

/** A further language begins with what the first says. */
export const startOf = (draft: Draft): Text => Object.values(draft.texts)[0] ?? starts[draft.kind];

export const namesOf = ({ variables }: Pick<Draft, 'variables'>): string[] => [
  ...new Set(
    variables
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** What is sent of it. */
export const toTemplate = (draft: Draft) => ({
  name: draft.name.trim(),
  variables: namesOf(draft),
  texts: languagesOf(draft).map((language) => ({ language, ...(draft.texts[language] ?? startOf(draft)) })),
});

/** The members that differ, as they are sent. */
export function changesIn(before: Draft, after: Draft): Partial<ReturnType<typeof toTemplate>> {
  const was = toTemplate(before);
  const changed = Object.entries(toTemplate(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
  );
  return Object.fromEntries(changed);
}

const parts = { subject: 'subject', text: 'text', html: 'HTML' } as const;

/** Every member by how a person reads its name. */
function membersOf(draft: Draft): Map<string, string> {
  const texts = languagesOf(draft).flatMap((language) =>
    Object.entries(parts).map(([part, words]): [string, string] => [
      `${languages[language]} ${words}`,
      draft.texts[language]?.[part as keyof Text] ?? '',
    ]),
  );
  return new Map([
    ['Name', draft.name],
    ['Variables', namesOf(draft).join('\n')],
    ['Order of the languages', languagesOf(draft).join()],
    ...texts,
  ]);
}

/** The names of the members that differ. */
export function changedMembers(before: Draft, after: Draft): string[] {
  const [one, other] = [membersOf(before), membersOf(after)];
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

/** What was changed from `before` to `after`, and nothing else, onto another draft. */
export function changedOnto(before: Draft, after: Draft, other: Draft): Draft {
  const pick = <Value>(old: Value, mine: Value, theirs: Value): Value =>
    JSON.stringify(old) === JSON.stringify(mine) ? theirs : mine;
  const first = pick(languagesOf(before), languagesOf(after), languagesOf(other));
  const all = [...new Set([...first, ...languagesOf(other), ...languagesOf(after)])];
  const texts = all.flatMap((language) => {
    const [old, mine, theirs] = [before.texts[language], after.texts[language], other.texts[language]];
    if (!mine || !theirs) {
      const left = pick(old, mine, theirs);
      return left ? [[language, left] as const] : [];
    }
    const text = Object.fromEntries(
      (Object.keys(parts) as (keyof Text)[]).map((part) => [part, pick(old?.[part], mine[part], theirs[part])]),
    );
    return [[language, text] as const];
  });
  return {
    ...other,
    name: pick(before.name, after.name, other.name),
    variables: pick(before.variables, after.variables, other.variables),
    texts: Object.fromEntries(texts),
  };
}
