import { LinkError } from './linkError.js';

/**
 * The bundle in pasted text: a whole link, or the code alone, with anything that a mail program added around or between.
 *
 * @throws {LinkError} LINK_MALFORMED
 */
export function bundleIn(pasted: string): string {
  const bundle = base58Run.exec(pasted.replace(/\s+/g, ''))?.[0];
  if (bundle !== undefined) return bundle;
  throw new LinkError(
    'LINK_MALFORMED',
    'This holds no bundle, or not all of one: paste all of the link, or of the code.',
  );
}

/** 85 bytes, checksum included, in base 58; no other part of a link is as long. @see docs/wire.md 4(a) */
const base58Run = /[1-9A-HJ-NP-Za-km-z]{110,120}/;
