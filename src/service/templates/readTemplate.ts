import type { EmailTemplateKind, EmailTemplateText } from '../../contract/emailTemplates.records.js';
import { kindsOfTemplates } from './kinds.js';
import { type Piece, type Placeholder, placeholdersOf, readPlaceholders } from './placeholders.js';
import { type HtmlTemplate, readHtml } from './readHtml.js';
import { TemplateError } from './templateError.js';

/** What a template says in one language, read. */
export type ReadTemplateText = {
  readonly subject: readonly Piece[];
  readonly text: readonly Piece[];
  readonly html: HtmlTemplate;
};

/** What holds for all languages of a template. */
export type TemplateFrame = { readonly kind: EmailTemplateKind; readonly variables: readonly string[] };

/** What is wrong with a part of a template, and where, from one on. `message` begins with the line and the column. */
export type TemplateFault = {
  readonly part: 'subject' | 'text' | 'html';
  readonly line: number;
  readonly column: number;
  readonly description: string;
  readonly message: string;
};

/** @returns the first fault of each part, where there are any. */
export function readTemplate(
  written: Pick<EmailTemplateText, 'subject' | 'text' | 'html'>,
  frame: TemplateFrame,
): { readonly read: ReadTemplateText } | { readonly faults: readonly TemplateFault[] } {
  const faults: TemplateFault[] = [];
  const take = <Read>(part: TemplateFault['part'], readPart: () => Read): Read | undefined => {
    try {
      return readPart();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const { line, column } = placeOf(written[part], error.at);
      const description = error.message;
      faults.push({ part, line, column, description, message: `line ${line}, column ${column}: ${description}` });
      return undefined;
    }
  };
  const subject = take('subject', () => readSubject(written.subject, frame));
  const text = take('text', () => readText(written.text, frame));
  const html = take('html', () => readBody(written.html, frame));
  return subject && text && html ? { read: { subject, text, html } } : { faults };
}

/** The places of all parts. */
export const holesOfText = ({ subject, text, html }: ReadTemplateText): Placeholder[] =>
  [subject, text, html.pieces].flatMap((pieces) => placeholdersOf(pieces));

/** A line and a column, from one on. */
function placeOf(text: string, at: number): Pick<TemplateFault, 'line' | 'column'> {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A subject is one line, and never an encoded word, which would be read as another text. */
function readSubject(subject: string, frame: TemplateFrame): Piece[] {
  const fault = subject.search(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
  if (fault >= 0) throw new TemplateError(fault, 'a subject is one line without control characters');
  if (subject.includes('=?')) throw new TemplateError(subject.indexOf('=?'), 'a subject may not hold =?');
  const pieces = known(readPlaceholders(subject, 'text'), frame);
  const secret = placeholdersOf(pieces).find(({ name }) => name === 'link' || name === 'bundle');
  if (secret) throw new TemplateError(secret.at, `{{${secret.name}}} may not stand in a subject`);
  return pieces;
}

function readText(text: string, frame: TemplateFrame): Piece[] {
  const fault = text.search(/(?![\t\n\r])\p{Cc}/u);
  if (fault >= 0) throw new TemplateError(fault, 'control characters may not stand in text');
  return needed(known(readPlaceholders(text, 'text'), frame), text, frame);
}

function readBody(html: string, frame: TemplateFrame): HtmlTemplate {
  const read = readHtml(html);
  known(read.pieces, frame);
  needed(read.pieces, html, frame);
  return read;
}

/** Whether each place is one that something is given for. @throws {TemplateError} */
function known<Pieces extends readonly Piece[]>(pieces: Pieces, { kind, variables }: TemplateFrame): Pieces {
  const gives: readonly string[] = kindsOfTemplates[kind].gives;
  for (const { name, place, at } of placeholdersOf(pieces)) {
    if (gives.includes(name) && (place === 'picture' || (place === 'link' && name !== 'link')))
      throw new TemplateError(at, `{{${name}}} is no address of a ${place === 'link' ? 'page' : place}`);
    if (!gives.includes(name) && !variables.includes(name))
      throw new TemplateError(at, `{{${name}}} is neither one of ${gives.join(', ')} nor of the variables`);
  }
  return pieces;
}

/** Whether the mail would carry what it is for, where people see it. @throws {TemplateError} */
function needed<Pieces extends readonly Piece[]>(pieces: Pieces, text: string, { kind }: TemplateFrame): Pieces {
  const { needs } = kindsOfTemplates[kind];
  if (!placeholdersOf(pieces).some(({ name, place }) => name === needs && place !== 'attribute'))
    throw new TemplateError(text.length, `{{${needs}}} must stand in it`);
  return pieces;
}
