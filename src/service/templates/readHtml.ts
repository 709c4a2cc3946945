import { isLogoUrl } from '../configuration/logoUrl.js';
import { attributeKind, documentElements, elements, headElements, isPlainMeta, voidElements } from './htmlNames.js';
import { type Piece, readPlaceholders } from './placeholders.js';
import { checkStyle } from './readStyle.js';
import { TemplateError } from './templateError.js';

/** HTML that mail programs show. */
export type HtmlTemplate = {
  readonly pieces: readonly Piece[];
  /** How many of the pieces stand before the end of the body: there the mail's last words go. */
  readonly body: number;
  /** Whether it is a whole document, with its body; else the body's content alone. */
  readonly form: 'document' | 'content';
};

/**
 * Reads the HTML of a template. It takes less than browsers do, so that no two programs read it differently: every element is known
 * and closed, every value quoted, and whatever could run, load or lead elsewhere is refused. Comments are left out: some programs
 * act by them.
 *
 * @throws {TemplateError} where the first fault is
 */
export function readHtml(html: string): HtmlTemplate {
  const control = html.search(/(?![\t\n\r])\p{Cc}/u);
  if (control >= 0) throw new TemplateError(control, 'control characters may not stand in HTML');
  const reader: Reader = { html, at: 0, open: [], seen: new Set(), pieces: [], body: undefined };
  readDoctype(reader);
  while (reader.at < html.length) readNext(reader);
  const unclosed = reader.open.at(-1);
  if (unclosed) throw new TemplateError(unclosed.at, `<${unclosed.name}> is not closed`);
  const isDocument = reader.seen.has('html');
  if (reader.pieces[0] !== undefined && isDoctype(reader.pieces[0]) && !isDocument)
    throw new TemplateError(0, 'a document begins with <html>');
  if (isDocument && reader.body === undefined) throw new TemplateError(html.length, 'a document needs a <body>');
  return {
    pieces: reader.pieces,
    body: reader.body ?? reader.pieces.length,
    form: isDocument ? 'document' : 'content',
  };
}

type Open = { readonly name: string; readonly at: number };

type Reader = {
  readonly html: string;
  at: number;
  readonly open: Open[];
  /** Of the elements that a document has once. */
  readonly seen: Set<string>;
  readonly pieces: Piece[];
  body: number | undefined;
};

function readDoctype(reader: Reader): void {
  const doctype = /^[\t\n\r ]*<!doctype html(?:[\t\n\r ]+public(?:[\t\n\r ]+"[^"<>]*"){1,2})?[\t\n\r ]*>/i.exec(
    reader.html,
  );
  if (!doctype) return;
  reader.pieces.push(doctype[0]);
  reader.at = doctype[0].length;
}

function readNext(reader: Reader): void {
  const { html, at, open } = reader;
  if (html[at] !== '<') readContent(reader);
  else if (html.startsWith('<!--', at)) skipComment(reader);
  else if (html[at + 1] === '/') readEnd(reader);
  else if (open.at(-1)?.name === 'title') throw new TemplateError(at, '<title> holds text alone');
  else readStart(reader);
}

/** What stands up to the next tag. */
function readContent(reader: Reader): void {
  const { html, at, open, seen, pieces } = reader;
  const next = html.indexOf('<', at);
  const end = next < 0 ? html.length : next;
  const text = html.slice(at, end);
  reader.at = end;
  const inside = open.at(-1)?.name;
  const isOutside = inside === undefined ? seen.has('html') : ['html', 'head'].includes(inside);
  if (isOutside && /[^\t\n\r ]/.test(text)) throw new TemplateError(at, 'text stands in the <body> alone');
  if (inside === 'style') {
    checkStyle(text, at);
    pieces.push(text);
  } else if (inside === 'title' && text.includes('{{')) {
    throw new TemplateError(at + text.indexOf('{{'), 'a place may not stand in <title>');
  } else pieces.push(...readPlaceholders(text, 'text', at));
}

function skipComment(reader: Reader): void {
  const { html, at, open } = reader;
  const close = html.indexOf('-->', at + 4);
  if (close < 0) throw new TemplateError(at, 'a comment is not closed');
  const comment = html.slice(at + 4, close);
  const place = comment.indexOf('{{');
  if (place >= 0) throw new TemplateError(at + 4 + place, 'a place may not stand in a comment');
  // These end or begin a comment for some programs, and not for others.
  if (/^-?>|--/.test(comment) || ['style', 'title'].includes(open.at(-1)?.name ?? ''))
    throw new TemplateError(at, 'this comment is read differently by different programs');
  reader.at = close + 3;
}

function readEnd(reader: Reader): void {
  const { html, at, open, pieces } = reader;
  const tag = sticky(/<\/([A-Za-z][A-Za-z0-9]*)[\t\n\r ]*>/y, html, at);
  const name = tag?.[1]?.toLowerCase();
  const last = open.at(-1);
  if (!tag || name === undefined) throw new TemplateError(at, 'this is no end tag');
  if (last?.name !== name)
    throw new TemplateError(at, last ? `</${name}> stands where <${last.name}> is open` : `</${name}> closes nothing`);
  open.pop();
  if (name === 'body') reader.body = pieces.length;
  pieces.push(tag[0]);
  reader.at += tag[0].length;
}

function readStart(reader: Reader): void {
  const { html, at, open, pieces } = reader;
  const name = sticky(/<([A-Za-z][A-Za-z0-9]*)/y, html, at)?.[1]?.toLowerCase();
  if (name === undefined) throw new TemplateError(at, 'a < that begins no tag is written &lt;');
  checkPlace(reader, name);
  pieces.push(html.slice(at, at + 1 + name.length));
  reader.at = at + 1 + name.length;
  const attributes = readAttributes(reader, name);
  const end = sticky(/[\t\n\r ]*\/?>/y, html, reader.at)?.[0];
  if (end === undefined)
    throw new TemplateError(reader.at, `the tag <${name}> holds something else than attributes with quoted values`);
  const isVoid = voidElements.has(name);
  if (end.includes('/') && !isVoid) throw new TemplateError(reader.at, `<${name}> is closed by </${name}>`);
  if (name === 'meta' && !isPlainMeta(attributes)) throw new TemplateError(at, 'this <meta> may not stand in a mail');
  pieces.push(end);
  reader.at += end.length;
  if (!isVoid) open.push({ name, at });
}

/** Whether an element may stand here at all. @throws {TemplateError} */
function checkPlace({ at, open, seen, pieces }: Reader, name: string): void {
  const inside = open.at(-1)?.name;
  const refuse = (message: string) => new TemplateError(at, `<${name}> ${message}`);
  if (documentElements.has(name)) {
    const isInPlace = name === 'html' ? inside === undefined && pieces.every(isBlank) : inside === 'html';
    if (!isInPlace || seen.has(name) || (name === 'head' && seen.has('body')))
      throw refuse('stands in the wrong place');
    seen.add(name);
    return;
  }
  if (!elements.has(name)) throw refuse('may not stand in a mail');
  if (inside === 'style') throw refuse('stands in <style>');
  const isInHead = inside === 'head';
  const needsHead = headElements.has(name);
  const isOutside = inside === undefined ? seen.has('html') : inside === 'html';
  if (isOutside || (name !== 'style' && isInHead !== needsHead)) throw refuse('stands in the wrong place');
}

const isDoctype = (piece: Piece): boolean => typeof piece === 'string' && /^[\t\n\r ]*<!doctype/i.test(piece);
const isBlank = (piece: Piece): boolean => isDoctype(piece) || (typeof piece === 'string' && !/[^\t\n\r ]/.test(piece));

const attribute = /[\t\n\r ]+([A-Za-z][A-Za-z0-9:-]*)(?:[\t\n\r ]*=[\t\n\r ]*("[^"<]*"|'[^'<]*'))?/y;

/** @returns their values by their names. */
function readAttributes(reader: Reader, element: string): Map<string, string> {
  const { html, pieces } = reader;
  const read = new Map<string, string>();
  for (;;) {
    const { at } = reader;
    const found = sticky(attribute, html, at);
    if (!found) return read;
    const [whole, written = '', quoted = '""'] = found;
    const name = written.toLowerCase();
    const kind = attributeKind(element, name);
    const nameAt = at + whole.indexOf(written);
    if (!kind) throw new TemplateError(nameAt, `${name} may not stand on <${element}>`);
    if (read.has(name)) throw new TemplateError(nameAt, `${name} stands twice`);
    const value = quoted.slice(1, -1);
    read.set(name, value);
    const valueAt = at + whole.length - quoted.length + 1;
    pieces.push(whole.slice(0, whole.length - (found[2]?.length ?? 0)));
    if (found[2] !== undefined) {
      const quote = quoted.slice(0, 1);
      pieces.push(quote, ...readValue(kind, value, valueAt), quote);
    } else if (kind === 'link' || kind === 'picture') throw new TemplateError(nameAt, `${name} needs an address`);
    reader.at += whole.length;
  }
}

function readValue(kind: NonNullable<ReturnType<typeof attributeKind>>, value: string, at: number): Piece[] {
  if (kind === 'text') return readPlaceholders(value, 'attribute', at);
  const place = value.indexOf('{{');
  if (kind === 'style') checkStyle(decoded(value, at), at);
  if (kind === 'words' && place >= 0)
    throw new TemplateError(
      at + place,
      'a place may stand in text, in alt, title or aria-label, or be a whole address',
    );
  if (kind !== 'link' && kind !== 'picture') return [value];
  if (place >= 0) {
    const pieces = readPlaceholders(value, kind, at);
    if (pieces.length > 1) throw new TemplateError(at, 'an address is one place, whole, or none');
    return pieces;
  }
  if (!isAddress(kind, decoded(value, at)))
    throw new TemplateError(at, kind === 'link' ? 'a link is https or mailto' : 'a picture is of an https URL');
  return [value];
}

/** What programs read in a value. A reference could write any character otherwise. @throws {TemplateError} */
function decoded(value: string, at: number): string {
  const other = value.search(/&(?!amp;|quot;|#39;)/);
  if (other >= 0)
    throw new TemplateError(at + other, 'CSS and addresses write & as &amp;, and may hold &quot; and &#39;');
  return value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

const isAddress = (kind: 'link' | 'picture', url: string): boolean =>
  isLogoUrl(url) || (kind === 'link' && /^mailto:[\w.+@%?=&,-]{1,1000}$/.test(url));

function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
