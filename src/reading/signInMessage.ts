/** A message by which a person logs in to a page with an account of Ethereum. @see EIP-4361 */
export type SignInMessage = {
  /** The host of the page, with its port where it has one. */
  readonly domain: string;
  /** `https`, where it stands before the host. */
  readonly scheme: string | undefined;
  readonly address: string;
  readonly statement: string | undefined;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string | undefined;
  readonly notBefore: string | undefined;
};

/** Whether a text asks for a login, well formed or not: no other text is taken for one. */
export const asksToSignIn = (text: string): boolean => /wants\s+you\s+to\s+sign\s+in\s+with\s+your/i.test(text);

/**
 * Reads such a message. `undefined` for every text that is not exactly of its form.
 *
 * @see EIP-4361, "ABNF Message Format"
 */
export function readSignInMessage(text: string): SignInMessage | undefined {
  const parts = form.exec(text)?.groups;
  if (!parts) return undefined;
  const { domain = '', address = '', uri = '', nonce = '', issuedAt = '', chainId } = parts;
  const { scheme, statement, expirationTime, notBefore } = parts;
  const times = [issuedAt, expirationTime, notBefore].filter((time) => time !== undefined);
  if (times.some((time) => Number.isNaN(Date.parse(time)))) return undefined;
  return {
    domain,
    scheme,
    address,
    statement,
    uri,
    chainId: Number(chainId),
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
  };
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`;

const form = new RegExp(
  [
    String.raw`^(?:(?<scheme>[a-z][a-z\d+.-]*)://)?(?<domain>[^\s/?#@]+) wants you to sign in with your Ethereum account:`,
    String.raw`(?<address>0x[\da-fA-F]{40})`,
    '',
    String.raw`(?:(?<statement>[ -~]+)\n)?`,
    String.raw`URI: (?<uri>[^\s]+)`,
    'Version: 1',
    String.raw`Chain ID: (?<chainId>[1-9]\d{0,14})`,
    String.raw`Nonce: (?<nonce>[a-zA-Z\d]{8,128})`,
    `Issued At: (?<issuedAt>${time})` +
      String.raw`(?:\nExpiration Time: (?<expirationTime>${time}))?` +
      String.raw`(?:\nNot Before: (?<notBefore>${time}))?` +
      String.raw`(?:\nRequest ID: [!-~]*)?` +
      String.raw`(?:\nResources:(?:\n- [^\s]+)*)?$`,
  ].join('\n'),
);

/** Why a page may not have a login signed. */
export type SignInFault = 'form' | 'domain' | 'uri' | 'address' | 'time';

/** Where a login is to be, by whom, and when. */
export type SignInPlace = { readonly url: string; readonly address: string; readonly nowMs: number };

/**
 * What is wrong with a login that a page asks for: another page would be entered with it, or it is by another account, or not of now.
 *
 * @param place - the page's URL, the account that signs, the time.
 */
export function signInFault(text: string, { url, address, nowMs }: SignInPlace): SignInFault | undefined {
  const message = readSignInMessage(text);
  if (!message) return 'form';
  const page = new URL(url);
  if (message.domain.toLowerCase() !== page.host) return 'domain';
  if (message.scheme !== undefined && `${message.scheme}:` !== page.protocol) return 'domain';
  // Readers of URIs disagree about these two.
  if (/[\\@]/.test(message.uri) || originOf(message.uri) !== page.origin) return 'uri';
  if (message.address.toLowerCase() !== address.toLowerCase()) return 'address';
  const { expirationTime, notBefore } = message;
  const isOver = expirationTime !== undefined && Date.parse(expirationTime) <= nowMs;
  const isOfLater = Date.parse(message.issuedAt) > nowMs + mostAheadMs;
  const isEarly = isOfLater || (notBefore !== undefined && Date.parse(notBefore) > nowMs);
  return isOver || isEarly ? 'time' : undefined;
}

/** How far a server's clock may be ahead. */
const mostAheadMs = 300_000;

function originOf(uri: string): string | undefined {
  try {
    return new URL(uri).origin;
  } catch {
    return undefined;
  }
}
