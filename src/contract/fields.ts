import * as v from 'valibot';
import { longestContact } from './contact.js';
import { languages } from './language.js';

/** A resource's id. */
export const uuid = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a UUID in lower case'),
);

/**
 * A name that is shown to people: 1 to 255 characters, no control characters, line separators or bidirectional controls.
 *
 * @remarks The hosted service's own rule is unpublished.
 */
export const label = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(255, 'must have at most 255 characters'),
  v.regex(/^[^\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, 'must not hold control characters'),
);

/** A text of at most so many bytes in UTF-8, so that requests, and the records of them, have a bounded size. */
/* @__NO_SIDE_EFFECTS__ */
const textUpTo = (mostBytes: number) =>
  v.pipe(
    v.string(),
    v.check((text) => isUpTo(mostBytes, text), `must have at most ${mostBytes} bytes`),
  );

/** Checks the number of characters first, so that a text that is far too long is not encoded. */
const isUpTo = (mostBytes: number, text: string): boolean =>
  text.length <= mostBytes && new TextEncoder().encode(text).length <= mostBytes;

/** Any text without a shape of its own: at most 4 KiB. */
export const text = textUpTo(4096);

/** A sealed bundle, a third party's token or an attestation, which may contain certificates: at most 16 KiB. */
export const bundle = textUpTo(16_384);

/** A payload to be signed: at most 64 KiB. */
export const signedPayload = textUpTo(65_536);

/** Several payloads: at most 100, together at most 64 KiB. */
export const signedPayloads = v.pipe(
  v.array(signedPayload),
  v.minLength(1, 'must not be empty'),
  v.maxLength(100, 'must have at most 100 payloads'),
  v.check((texts) => isUpTo(65_536, texts.join('')), 'must have at most 65536 bytes together'),
);

/** A transaction of at most 64 KiB, in hex. */
export const hexTransaction = v.pipe(v.string(), v.minLength(1), v.maxLength(131_074, 'must have at most 65536 bytes'));

/** An e-mail address or phone number as typed; it is checked when it is made canonical. */
export const contact = asTyped();

/** An e-mail address as typed; it is checked when it is made canonical. */
export const email = asTyped();

/** A phone number in international form, as typed; it is checked when it is made canonical. */
export const phoneNumber = asTyped();

/** P-256 public key: SEC 1 compressed, 66 hex characters; either case accepted, stored in lower case. */
export const compressedKey = v.pipe(
  v.string(),
  v.regex(/^0[23][0-9a-fA-F]{64}$/, 'must be a compressed public key of 66 hex characters'),
  v.toLowerCase(),
);

/** P-256 public key to seal to: SEC 1 uncompressed, 130 hex characters; either case accepted, stored in lower case. */
export const targetPublicKey = v.pipe(
  v.string(),
  v.regex(/^04[0-9a-fA-F]{128}$/, 'must be an uncompressed public key of 130 hex characters'),
  v.toLowerCase(),
);

/** Public key of an API key of any curve: 64 (Ed25519) or 66 hex characters. */
export const apiPublicKey = v.pipe(
  v.string(),
  v.regex(/^(?:0[23])?[0-9a-fA-F]{64}$/, 'must be a public key in hex'),
  v.toLowerCase(),
);

/** Time in milliseconds as decimal text. */
export const milliseconds = v.pipe(
  v.string(),
  v.regex(/^(?:0|[1-9]\d{0,15})$/, 'must be milliseconds in decimal digits'),
);

/** The `revision` that a change was made from: a member of ours. */
export const expectedRevision = v.optional(milliseconds);

/** A duration in seconds as decimal text, at least one. */
export const seconds = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'must be seconds in decimal digits'));

/** A language of messages. */
export const language = v.picklist(languages);

/** A count, as a JSON number. */
/* @__NO_SIDE_EFFECTS__ */
export const count = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

/** Time of a stored record. @see docs/wire.md S2.1 */
export const timestamp = v.object({ seconds: v.string(), nanos: v.string() });

/** `sha256:` and 64 hex characters. @see docs/wire.md 2.4 */
export const fingerprint = v.pipe(
  v.string(),
  v.regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hex characters'),
);

/** A window on a list: `after` and `before` are record ids. @see docs/wire.md 2.15 */
export const pagination = v.strictObject({
  limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d?|100)$/, 'must be between 1 and 100'))),
  before: v.optional(uuid),
  after: v.optional(uuid),
});

/** A list without duplicates. */
export const distinct = <List extends v.GenericSchema<unknown, readonly string[]>>(list: List) =>
  v.pipe(
    list,
    v.check((items) => new Set(items).size === items.length, 'must hold each of them once'),
  );

/** The client id of an app at a provider. */
export const clientId = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters'),
);

/** No members. */
export const nothing = v.strictObject({});

/* @__NO_SIDE_EFFECTS__ */
function asTyped() {
  return v.pipe(v.string(), v.maxLength(longestContact, 'is too long'));
}
