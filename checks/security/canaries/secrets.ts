/** The kinds of secrets: rules and reports name them. */
export type Kind =
  | 'master key'
  | 'code pepper'
  | 'proxy key'
  | 'proxy API key'
  | 'trust key'
  | 'one-time code'
  | 'verification token'
  | 'session'
  | 'device token'
  | 'captcha key'
  | 'mnemonic'
  | 'entropy'
  | 'seed'
  | 'account key'
  | 'contact'
  | 'planted';

/** A secret, as bytes. */
export type Secret = { readonly kind: Kind; readonly bytes: Buffer };

export const textSecret = (kind: Kind, text: string): Secret => ({ kind, bytes: Buffer.from(text, 'utf8') });
export const bytesSecret = (kind: Kind, bytes: Uint8Array): Secret => ({ kind, bytes: Buffer.from(bytes) });

/** The encodings in which each secret is searched. */
export const encodings = [
  'as it is',
  'reversed',
  'lower case',
  'hex',
  'HEX',
  'UTF-16',
  'UTF-16, big-endian',
  'hex in UTF-16',
  ...[0, 1, 2].map((before) => `base64 after ${before} bytes`),
  ...[0, 1, 2].map((before) => `base64url after ${before} bytes`),
] as const;

/** A secret in each of the {@link encodings}, in their order. */
export function inEveryEncoding({ bytes }: Secret): Buffer[] {
  const hex = bytes.toString('hex');
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  const base64 = [0, 1, 2].map((before) => base64After(bytes, before));
  return [
    bytes,
    Buffer.from(bytes).reverse(),
    isText(bytes) ? Buffer.from(bytes.toString('utf8').toLowerCase()) : bytes,
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    utf16(bytes.toString('latin1')),
    utf16(bytes.toString('latin1')).swap16(),
    utf16(hex),
    ...base64.map((text) => Buffer.from(text)),
    ...base64.map((text) => Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))),
  ];
}

const isText = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 0x20 && byte < 0x7f);

/** The base64 characters of the secret's bits alone, inside of a longer text with `before` bytes before the secret. */
function base64After(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const whole = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(Math.ceil((before * 8) / 6), whole);
}
