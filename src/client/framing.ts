/**
 * A notice to the app that is not an error. `FRAMED_BY_ANOTHER_ORIGIN`: a page of another origin shows this one in a frame, and could
 * overlay it (clickjacking). Only the page's headers can prevent that, since a script runs too late.
 *
 * @see Content Security Policy Level 3, `frame-ancestors`
 */
export type KitNotice = { readonly code: 'FRAMED_BY_ANOTHER_ORIGIN' };

/** Whether any page around this one is of another origin: reading such a page throws. */
export function isFramedByAnother(page: Window): boolean {
  try {
    for (let each = page; each !== each.parent; each = each.parent) {
      if (each.parent.location.origin !== page.location.origin) return true;
    }
    return false;
  } catch {
    return true;
  }
}
