import type { ClientSignature } from '../contract/shapes.js';
import { utf8 } from '../crypto/bytes.js';
import { fromHex, toHex } from '../crypto/hex.js';
import { isPublicKeyText } from '../crypto/newSigningKey.js';
import { type SigningKey, sign, type VerifyP256 } from '../crypto/p256.js';

/** The signed message of a login: the token is used for this session key only. */
export function loginMessage({ tokenId, publicKey }: { tokenId: string; publicKey: string }): string {
  return JSON.stringify({ login: { publicKey }, tokenId, type: 'USAGE_TYPE_LOGIN' });
}

/**
 * The signed message of a sign-up: the credentials and contacts of the new person. Each list is as in the request; an empty contact is left
 * out.
 */
export function signupMessage({
  tokenId,
  apiKeys,
  authenticators,
  oauthProviders,
  email,
  phoneNumber,
}: {
  tokenId: string;
  apiKeys: readonly object[];
  authenticators: readonly object[];
  oauthProviders: readonly object[];
  email?: string;
  phoneNumber?: string;
}): string {
  const contacts = { ...(email && { email }), ...(phoneNumber && { phoneNumber }) };
  const signup = { apiKeys, authenticators, oauthProviders, ...contacts };
  return JSON.stringify({ signup, tokenId, type: 'USAGE_TYPE_SIGNUP' });
}

/** Signs a message with the key that the token names. */
export async function signClientMessage(key: SigningKey, message: string): Promise<ClientSignature> {
  const signature = toHex(await sign(key, utf8(message)));
  return { publicKey: key.publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', message, signature };
}

/**
 * Whether its key signed its message. The caller checks what the message says, and whether the key is the token's.
 *
 * @returns false also if a member is malformed.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function verifyClientSignature(signed: ClientSignature, verify: VerifyP256): Promise<boolean> {
  const { publicKey, scheme, message, signature } = signed;
  const formed = scheme === 'CLIENT_SIGNATURE_SCHEME_API_P256' && isPublicKeyText(publicKey);
  if (!formed || !/^[\da-f]{128}$/.test(signature)) return false;
  return verify(fromHex(publicKey), fromHex(signature), utf8(message));
}
