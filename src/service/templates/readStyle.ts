import { TemplateError } from './templateError.js';

/**
 * Looks through CSS for what runs, or loads other things than pictures over https. An escape could write any of them otherwise.
 *
 * @throws {TemplateError}
 */
export function checkStyle(css: string, offset: number): void {
  const refuse = (at: number, message: string) => new TemplateError(offset + at, message);
  const place = css.indexOf('{{');
  if (place >= 0) throw refuse(place, 'a place may not stand in CSS');
  const sign = css.search(/[\\<]/);
  if (sign >= 0) throw refuse(sign, 'CSS may hold neither \\ nor <');
  // A comment within a word hides it from this look, and not from every program.
  for (const text of [css, withoutComments(css, offset)]) {
    const acts = text.search(acting);
    if (acts >= 0) throw refuse(Math.min(acts, css.length), 'CSS may not import or run anything, nor load fonts');
    for (const { 0: loaded, index } of text.matchAll(
      /(?:url|image|image-set|cross-fade|src)\s*\(\s*["']?(?:https:\/\/)?/gi,
    )) {
      if (!/^url\(["']?https:\/\/$/i.test(loaded)) throw refuse(index, 'CSS may load pictures by url(https://…) alone');
    }
  }
}

const acting = /@import|@font-face|expression|javascript:|behaviou?r|-moz-binding|progid|@charset|@namespace/i;

/** @throws {TemplateError} for a comment that does not end */
function withoutComments(css: string, offset: number): string {
  const kept: string[] = [];
  for (let from = 0; ; ) {
    const open = css.indexOf('/*', from);
    kept.push(css.slice(from, open < 0 ? undefined : open));
    if (open < 0) return kept.join('');
    const close = css.indexOf('*/', open + 2);
    if (close < 0) throw new TemplateError(offset + open, 'a comment is not closed');
    from = close + 2;
  }
}
