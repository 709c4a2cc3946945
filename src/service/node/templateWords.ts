import type { EmailTemplateKind } from '../../contract/emailTemplates.records.js';
import { languages } from '../../contract/language.js';
import type { TemplateFiles } from './previewTemplate.js';

/** What the kinds of templates are called on the command line. */
const kinds: Readonly<Record<string, EmailTemplateKind>> = {
  code: 'EMAIL_TEMPLATE_KIND_CODE',
  'login-link': 'EMAIL_TEMPLATE_KIND_LOGIN_LINK',
  'recovery-link': 'EMAIL_TEMPLATE_KIND_RECOVERY_LINK',
};

type Words = { readonly [Name in 'kind' | 'subject' | 'text' | 'html' | 'variables']?: string | undefined } & {
  readonly language: string;
  readonly app: string;
  readonly out: string;
};

/** @returns what is wrong with them, as a sentence, where something is. */
export function readTemplateWords({ app: appName, ...words }: Words): TemplateFiles | string {
  const { kind: called = '', subject, text, html, variables, out } = words;
  const kind = Object.hasOwn(kinds, called) ? kinds[called] : undefined;
  if (kind === undefined) return `--kind is one of ${Object.keys(kinds).join(', ')}.`;
  if (!subject || !text || !html) return 'It needs --subject, and the names of files as --text and --html.';
  const language = languages.find((each) => each === words.language);
  if (language === undefined) return `--language is one of ${languages.join(', ')}.`;
  return { kind, subject, text, html, language, variables, appName, out };
}
