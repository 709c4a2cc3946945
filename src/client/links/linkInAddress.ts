import { type LinkPurpose, linkParameters } from '../../contract/linkParameters.js';

/**
 * Removes the bundle of a link from the page's URL and history entry; a router's own state there stays. The page keeps it until
 * {@link dropTakenLink}, so that it can be read again.
 *
 * @see Threats T-47: to be called before the page loads anything else, which would be told the address
 */
export function takeLinkFromAddress(purpose: LinkPurpose): string | undefined {
  const found = linkIn(globalThis.location?.href ?? '', purpose);
  if (found !== undefined) {
    history.replaceState(history.state, '', found.without);
    taken.set(purpose, found.bundle);
  }
  return taken.get(purpose);
}

/** Keeps a pasted bundle as if the page had been opened with it. */
export function holdLink(purpose: LinkPurpose, bundle: string): void {
  taken.set(purpose, bundle);
}

/** Drops a link that was used, or does not work. */
export function dropTakenLink(purpose: LinkPurpose): void {
  taken.delete(purpose);
}

const taken = new Map<LinkPurpose, string>();

/** The bundle in a URL, and the URL without it. */
function linkIn(href: string, purpose: LinkPurpose): { bundle: string; without: string } | undefined {
  const found = new RegExp(`([?#&])${linkParameters[purpose]}=([^&#]*)(&?)`).exec(href);
  if (!found) return undefined;
  const [whole, before = '', bundle = '', after = ''] = found;
  const between = before === '&' ? after : after && before;
  return { bundle, without: href.replace(whole, between) };
}
