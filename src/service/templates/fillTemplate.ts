import { holdsEncodedWord } from '../../contract/encodedWord.js';
import { directionOf, type Language } from '../../contract/language.js';
import { escapeHtml } from '../escapeHtml.js';
import type { GivenName } from './kinds.js';
import type { Piece } from './placeholders.js';
import type { ReadTemplateText } from './readTemplate.js';

/** What stands in the places of a mail. */
export type TemplateValues = { readonly [Name in GivenName]?: string | undefined };

/** What a mail is made from. */
export type TemplateToFill = {
  readonly read: ReadTemplateText;
  readonly language: Language;
  readonly values: TemplateValues;
  readonly variables: Readonly<Record<string, string>>;
  /** What the service says itself under every mail. */
  readonly lastWords: readonly string[];
};

/** The mail: each value written as its place needs it, and once, whatever it holds. */
export function fillTemplate(filled: TemplateToFill): { subject: string; text: string; html: string } {
  const { read, lastWords } = filled;
  const values = valuesOf(filled);
  const valueAt = (name: string): string => values[name] ?? '';
  const plain = (pieces: readonly Piece[]) => write(pieces, valueAt);
  const html = (pieces: readonly Piece[]) => write(pieces, (name) => escapeHtml(valueAt(name)));
  return {
    subject: withoutEncodedWord(plain(read.subject)),
    text: `${plain(read.text).trimEnd()}\n\n${lastWords.join('\n')}\n`,
    html: wrapped(
      filled,
      html(read.html.pieces.slice(0, read.html.body)),
      html(read.html.pieces.slice(read.html.body)),
    ),
  };
}

/** Several values together may make what each alone may not. */
const withoutEncodedWord = (subject: string): string =>
  holdsEncodedWord(subject) ? subject.replaceAll('=?', '= ?') : subject;

/** A variable never stands for what the service gives. */
const valuesOf = ({
  values,
  variables,
}: Pick<TemplateToFill, 'values' | 'variables'>): Readonly<Record<string, string | undefined>> => ({
  ...variables,
  ...values,
});

const write = (pieces: readonly Piece[], valueAt: (name: string) => string): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : valueAt(piece.name))).join('');

/**
 * The service's own words stand behind all that the template has open. Its styles cannot hide or move them alone. They can hide the whole
 * body, or lay something over it; the text part always shows them.
 */
function wrapped({ read, language, lastWords }: TemplateToFill, before: string, after: string): string {
  const direction = directionOf(language);
  const last = `<div dir="${direction}" style="${lookOfLast}">${lastWords.map(escapeHtml).join('<br>')}</div>`;
  if (read.html.form === 'document') return `${before}${last}${after}`;
  const head = `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8">`;
  return `${head}<body>${before}${last}</body></html>`;
}

/** No style of the template is above these. */
const lookOfLast = [
  ...['display:block', 'visibility:visible', 'opacity:1', 'content-visibility:visible', 'overflow:visible', 'zoom:1'],
  ...['position:static', 'float:none', 'clear:both', 'transform:none', 'translate:none', 'scale:none', 'rotate:none'],
  ...['width:auto', 'min-width:0', 'max-width:560px', 'height:auto', 'max-height:none', 'margin:24px auto 0'],
  ...['padding:12px 16px', 'clip-path:none', 'filter:none', 'mask:none', '-webkit-text-fill-color:currentcolor'],
  ...['font:14px/1.5 system-ui,sans-serif', 'text-indent:0', 'letter-spacing:normal', 'word-spacing:normal'],
  ...['color:#57534e', 'background:#fff'],
]
  .map((declaration) => `${declaration}!important`)
  .join(';');
