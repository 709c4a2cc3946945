import { type BrowserNames, readBrowserNames } from '../../../contract/browserNames.js';

/** Who asks for a code. */
export type CodeRequester = {
  /** Keyed hash of the client's address, or the requester that a parent's backend names; the empty string without one. */
  readonly address: string;
  /** Hash of the id of the presented device token; `null` for a stranger. */
  readonly device: string | null;
};

/**
 * The requester that a `userIdentifier` names. Only the proxy's own format is parsed; that of any other credential is taken as one name,
 * and never equals an address or a device of the proxy's.
 *
 * @param userIdentifier - the proxy's: `<address hash>.<random>`, or with a device token `<address hash>~<hash of its id>.<random>`; where
 * the browser is known, `.<browser>/<system>` follows.
 */
export function codeRequesterOf({ byProxy }: { byProxy: boolean }, userIdentifier = ''): CodeRequester {
  if (!byProxy) return { address: userIdentifier === '' ? '' : `own:${userIdentifier}`, device: null };
  const [requester = ''] = userIdentifier.split('.', 1);
  const [address = '', device = ''] = requester.split('~');
  return { address: address === '' ? unknownAddress : address, device: device === '' ? null : device };
}

/** The browser that the proxy's `userIdentifier` names. @see {@link codeRequesterOf} */
export function browserOfRequest({ byProxy }: { byProxy: boolean }, userIdentifier = ''): BrowserNames | undefined {
  const [, , claimed = ''] = userIdentifier.split('.', 3);
  return byProxy ? readBrowserNames(claimed) : undefined;
}

/** All requesters with unknown addresses share this. */
export const unknownAddress = 'unknown';

/** The same requester without the device token. */
export const asStranger = ({ address }: CodeRequester): CodeRequester => ({ address, device: null });
