/** A message by which a person logs in to a page with an account. Solana's may leave all out but the first three. @see EIP-4361, SIWS */
export type SignInMessage = {
  /** Of which chain the account is. */
  readonly of: 'Ethereum' | 'Solana';
  /** The host of the page, with its port where it has one. */
  readonly domain: string;
  readonly address: string;
  /** `https`, where it stands before the host. */
  readonly scheme: string | undefined;
  readonly statement: string | undefined;
  readonly uri: string | undefined;
  /** A number, or of Solana a name such as `mainnet`. */
  readonly chainId: string | undefined;
  readonly nonce: string | undefined;
  readonly issuedAt: string | undefined;
  readonly expirationTime: string | undefined;
  readonly notBefore: string | undefined;
};

/** Whether a text asks for a login, well formed or not: no other text is taken for one. */
export const asksToSignIn = (text: string): boolean => /wants\s+you\s+to\s+sign\s+in\s+with\s+your/i.test(text);

/**
 * Reads such a message. `undefined` for every text that is not exactly of one of the two forms.
 *
 * @see EIP-4361, "ABNF Message Format"; SIWS, "Message Construction"
 */
export function readSignInMessage(text: string): SignInMessage | undefined {
  const parts = ethereumForm.exec(text)?.groups ?? solanaForm.exec(text)?.groups;
  if (!parts) return undefined;
  const { of, domain = '', address = '', scheme, statement, uri, chainId, nonce } = parts;
  const { issuedAt, expirationTime, notBefore } = parts;
  const times = [issuedAt, expirationTime, notBefore].filter((time) => time !== undefined);
  if (times.some((time) => Number.isNaN(Date.parse(time)))) return undefined;
  return {
    of: of === 'Solana' ? 'Solana' : 'Ethereum',
    domain,
    address,
    scheme,
    statement,
    uri,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
  };
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`;
const scheme = String.raw`(?:(?<scheme>[a-z][a-z\d+.-]*)://)?`;
const domain = String.raw`(?<domain>[^\s/?#@]+)`;
const uri = String.raw`URI: (?<uri>[^\s]+)`;
const nonce = String.raw`Nonce: (?<nonce>[a-zA-Z\d]{8,128})`;
const issuedAt = `Issued At: (?<issuedAt>${time})`;
const lastFields =
  String.raw`(?:\nExpiration Time: (?<expirationTime>${time}))?` +
  String.raw`(?:\nNot Before: (?<notBefore>${time}))?` +
  String.raw`(?:\nRequest ID: [!-~]*)?` +
  String.raw`(?:\nResources:(?:\n- [^\s]+)*)?`;

const ethereumForm = new RegExp(
  [
    `^${scheme}${domain} wants you to sign in with your (?<of>Ethereum) account:`,
    String.raw`(?<address>0x[\da-fA-F]{40})`,
    '',
    String.raw`(?:(?<statement>[ -~]+)\n)?`,
    uri,
    'Version: 1',
    String.raw`Chain ID: (?<chainId>[1-9]\d{0,14})`,
    nonce,
    `${issuedAt}${lastFields}$`,
  ].join('\n'),
);

/** Behind the address each part may be left out. A statement that begins like a field would be read as that field by others. */
const solanaForm = new RegExp(
  `^${domain} wants you to sign in with your (?<of>Solana) account:` +
    String.raw`\n(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})` +
    String.raw`(?:\n\n(?!(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID|Resources):)` +
    '(?<statement>[ -~]+))?' +
    // A blank line stands before the first field, whichever it is.
    String.raw`(?:\n(?=\n)(?:\n${uri})?(?:\nVersion: 1)?(?:\nChain ID: (?<chainId>[a-zA-Z\d:-]{1,64}))?` +
    String.raw`(?:\n${nonce})?(?:\n${issuedAt})?${lastFields})?$`,
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
  const { uri, issuedAt, expirationTime, notBefore } = message;
  if (uri !== undefined && (/[\\@]/.test(uri) || originOf(uri) !== page.origin)) return 'uri';
  // Those of Solana have no two spellings.
  const spelled = (text: string) => (message.of === 'Solana' ? text : text.toLowerCase());
  if (spelled(message.address) !== spelled(address)) return 'address';
  const isOver = expirationTime !== undefined && Date.parse(expirationTime) <= nowMs;
  const isOfLater = issuedAt !== undefined && Date.parse(issuedAt) > nowMs + mostAheadMs;
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
