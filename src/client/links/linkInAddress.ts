import { type LinkPurpose, linkParameters } from '../../contract/linkParameters.js';

/**
 * Takes the bundle of a link out of the page's address and out of its history entry; a router's own state there stays. What was taken
 * stays with this page until {@link dropTakenLink}, so that it can be asked for again.
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

/** Holds a bundle that was pasted as if the page had been opened by it. */
export function holdLink(purpose: LinkPurpose, bundle: string): void {
  taken.set(purpose, bundle);
}

/** Forgets a link that was taken: it was opened, or leads nowhere. */
export function dropTakenLink(purpose: LinkPurpose): void {
  taken.delete(purpose);
}

const taken = new Map<LinkPurpose, string>();

/** The bundle in an address, and the address without it. */
function linkIn(href: string, purpose: LinkPurpose): { bundle: string; without: string } | undefined {
  const found = new RegExp(`([?#&])${linkParameters[purpose]}=([^&#]*)(&?)`).exec(href);
  if (!found) return undefined;
  const [whole, before = '', bundle = '', after = ''] = found;
  const between = before === '&' ? after : after && before;
  return { bundle, without: href.replace(whole, between) };
}
