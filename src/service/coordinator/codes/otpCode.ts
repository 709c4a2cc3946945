import type { CodeForm } from '../../../contract/codeForm.js';
import { concat, equalBytes, utf8 } from '../../../crypto/bytes.js';
import { fromHex, toHex } from '../../../crypto/hex.js';
import type { Random } from '../../primitives.js';
import type { Row } from '../../store/schema.js';
import type { Tools } from '../../tools.js';

/** Ten digits, or Crockford's base32: no I, L, O or U. */
const digits = '0123456789';
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 45 bits: what is left where so much was guessed that a short code would not withstand more. */
export const longForm: CodeForm = { length: 9, alphanumeric: true };

export const isLong = ({ length, alphanumeric }: CodeForm): boolean => alphanumeric && length >= longForm.length;

/** A code of that form, each character uniform: bytes that would favour some characters are thrown away. */
export function drawCode(random: Random, { length, alphanumeric }: CodeForm): string {
  const alphabet = alphanumeric ? crockford : digits;
  const fair = 256 - (256 % alphabet.length);
  let code = '';
  while (code.length < length) {
    for (const byte of random(length)) {
      if (byte < fair && code.length < length) code += alphabet[byte % alphabet.length];
    }
  }
  return code;
}

type Stored = Pick<Row<'otp_codes'>, 'organization_id' | 'otp_id' | 'salt' | 'alphanumeric'>;

/** What is stored of a code: its hash under the pepper, bound to its place. @returns 64 hex characters. */
export async function hashCode(
  { codePepper, primitives }: Pick<Tools, 'codePepper' | 'primitives'>,
  stored: Stored,
  code: string,
): Promise<string> {
  const place = utf8(`${stored.organization_id}/${stored.otp_id}/`);
  return toHex(
    await primitives.hmacSha256(codePepper, concat(place, fromHex(stored.salt), utf8(asDrawn(stored, code)))),
  );
}

/** Whether it is the code, in a time that does not depend on where they differ. */
export async function isCode(
  { codePepper, olderCodePeppers, primitives }: Pick<Tools, 'codePepper' | 'olderCodePeppers' | 'primitives'>,
  stored: Stored & { code_hash: string },
  code: string,
): Promise<boolean> {
  let isRight = false;
  for (const pepper of [codePepper, ...olderCodePeppers]) {
    const hash = await hashCode({ codePepper: pepper, primitives }, stored, code);
    if (equalBytes(fromHex(hash), fromHex(stored.code_hash))) isRight = true;
  }
  return isRight;
}

/** Letters are read in either case, O as 0, I and L as 1. */
const asDrawn = ({ alphanumeric }: Stored, code: string): string =>
  alphanumeric ? code.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1') : code;
