/**
 * Something that an app should know, and that is no error. `FRAMED_BY_ANOTHER_ORIGIN`: a page of another origin shows this one in a
 * frame, and could lay something over it. Only the page's headers prevent that: a script that looks runs too late.
 *
 * @see Content Security Policy Level 3, `frame-ancestors`
 */
export type KitNotice = { readonly code: 'FRAMED_BY_ANOTHER_ORIGIN' };

/** Whether any page around this one is of another origin: to look into such a page throws. */
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
