import { TemplateError } from './templateError.js';

/** Where a placeholder stands: among what is read, within an attribute that is read, or as the whole address of a page or a picture. */
export type PlaceholderPlace = 'text' | 'attribute' | 'link' | 'picture';

/** A place for something that is not known yet. `at`: in characters from the beginning of its part. */
export type Placeholder = { readonly name: string; readonly place: PlaceholderPlace; readonly at: number };

/** What stands as it is, and placeholders. */
export type Piece = string | Placeholder;

/** The name of a placeholder. */
export const isPlaceholderName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name);

/** Reads `{{name}}`; there is nothing else to read. @param offset - of the text in its part. @throws {TemplateError} */
export function readPlaceholders(text: string, place: PlaceholderPlace, offset = 0): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; ; ) {
    const open = text.indexOf('{{', from);
    const before = text.slice(from, open < 0 ? undefined : open);
    const stray = before.indexOf('}}');
    if (stray >= 0) throw new TemplateError(offset + from + stray, '}} closes nothing');
    if (before !== '') pieces.push(before);
    if (open < 0) return pieces;
    const close = text.indexOf('}}', open);
    const name = text.slice(open + 2, close < 0 ? open + 2 : close).trim();
    if (!isPlaceholderName(name))
      throw new TemplateError(offset + open, 'a place reads {{name}}, of letters and digits');
    pieces.push({ name, place, at: offset + open });
    from = close + 2;
  }
}

export const placeholdersOf = (pieces: readonly Piece[]): Placeholder[] =>
  pieces.filter((piece): piece is Placeholder => typeof piece !== 'string');
