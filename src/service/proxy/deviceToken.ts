import { type Bytes, equalBytes, utf8 } from '../../crypto/bytes.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import type { VerificationClaims } from '../../crypto/tokens.js';
import type { Primitives } from '../primitives.js';

const livesMs = 180 * 24 * 60 * 60_000;

/** Where a device token is good: at one configuration, for one contact in its canonical form. */
export type DeviceTokenPlace = { readonly configId: string; readonly otpType: string; readonly contact: string };

type Hmac = Pick<Primitives, 'hmacSha256'>;

/** What of a verification token a device token is made of. */
type Proof = Pick<VerificationClaims, 'id' | 'exp' | 'verification_type' | 'contact'>;

/**
 * The token of a device that has logged in with a verification token: `<id>.<end>.<code>`. Nothing of it is stored: the id is
 * made of the verification token's, so that a repeated login gives the same one, and the code authenticates the rest.
 */
export async function writeDeviceToken(
  primitives: Hmac,
  [key]: readonly [Bytes, ...Bytes[]],
  configId: string,
  { id: tokenId, exp, verification_type: otpType, contact }: Proof,
): Promise<string> {
  const id = toHex(await primitives.hmacSha256(key, utf8(`id/${tokenId}`)));
  const endsAtMs = String(Number(exp) + livesMs);
  return `${id}.${endsAtMs}.${toHex(await codeOf(primitives, key, { configId, otpType, contact }, id, endsAtMs))}`;
}

/** The id of the device, if its token was made under one of the keys for this very place, and has not ended. */
export async function readDeviceToken(
  primitives: Hmac,
  keys: readonly Bytes[],
  token: string,
  place: DeviceTokenPlace,
  nowMs: number,
): Promise<string | undefined> {
  const [, id, endsAtMs, code] = form.exec(token) ?? [];
  if (id === undefined || endsAtMs === undefined || code === undefined || Number(endsAtMs) <= nowMs) return undefined;
  for (const key of keys) if (equalBytes(fromHex(code), await codeOf(primitives, key, place, id, endsAtMs))) return id;
  return undefined;
}

/** 256 bits, milliseconds since 1970, 256 bits. */
const form = /^([0-9a-f]{64})\.(\d{13,15})\.([0-9a-f]{64})$/;

const codeOf = (
  primitives: Hmac,
  key: Bytes,
  { configId, otpType, contact }: DeviceTokenPlace,
  id: string,
  endsAtMs: string,
) => primitives.hmacSha256(key, utf8(JSON.stringify([configId, otpType, contact, id, endsAtMs])));
