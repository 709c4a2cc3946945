/** Who asks for a code. */
export type CodeRequester = {
  /** Keyed hash of the client's address, or a parent's own word for who asks; the empty string where nobody is named. */
  readonly address: string;
  /** Hash of the id of the device token that was shown; `null` for a stranger. */
  readonly device: string | null;
};

/**
 * Whom a `userIdentifier` names. Only the proxy's own is read; whatever any other credential writes is one name, and never
 * equals an address or a device of the proxy's.
 *
 * @param userIdentifier - the proxy's: `<address hash>.<random>`, or with a device token `<address hash>~<hash of its id>.<random>`.
 */
export function codeRequesterOf({ byProxy }: { byProxy: boolean }, userIdentifier = ''): CodeRequester {
  if (!byProxy) return { address: userIdentifier === '' ? '' : `own:${userIdentifier}`, device: null };
  const [requester = ''] = userIdentifier.split('.', 1);
  const [address = '', device = ''] = requester.split('~');
  return { address: address === '' ? unknownAddress : address, device: device === '' ? null : device };
}

/** All whose address is not known, together. */
export const unknownAddress = 'unknown';

/** The same requester without the device token. */
export const asStranger = ({ address }: CodeRequester): CodeRequester => ({ address, device: null });
