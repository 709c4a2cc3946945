import { refused } from '../../../contract/refusals.js';
import type { ClientSignature } from '../../../contract/shapes.js';
import { type Json, JsonError, readStrictJson } from '../../../contract/strictJson.js';
import { KeyError } from '../../../crypto/keyError.js';
import { verifyClientSignature } from '../../../stampers/clientSignature.js';
import { settingsOf } from '../../configuration/authProxyConfigs.js';
import type { ShownToken, TokenReading } from '../../configuration/shownToken.js';
import type { Tools } from '../../tools.js';

/** The required content of a client signature, as the members of its message. */
export type SignedUsage =
  | { readonly type: 'USAGE_TYPE_LOGIN'; readonly login: unknown }
  | { readonly type: 'USAGE_TYPE_SIGNUP'; readonly signup: unknown };

/**
 * Checks that the holder of the key in the token signed this very use of it. A token without a key asks for no signature, and
 * is taken only where the configuration allows it.
 *
 * @throws {RefusedError} CLIENT_SIGNATURE_INVALID, VERIFICATION_TOKEN_INVALID
 * @see docs/wire.md 5.2
 */
export async function checkClientSignature(
  { tools, db }: TokenReading,
  token: ShownToken,
  signature: ClientSignature | undefined,
  usage: SignedUsage,
): Promise<void> {
  if (token.public_key === null) {
    const settings = await settingsOf(db, token.organization_id);
    if (!settings?.tokenWithoutKeyAllowed) throw refused('VERIFICATION_TOKEN_INVALID', { about: 'it names no key' });
    return;
  }
  if (signature?.publicKey !== token.public_key) throw refused('CLIENT_SIGNATURE_INVALID');
  if (!(await isSigned(signature, tools))) throw refused('CLIENT_SIGNATURE_INVALID');
  if (!binds(signature.message, token.token_id, usage)) throw refused('CLIENT_SIGNATURE_INVALID');
}

async function isSigned(signature: ClientSignature, { primitives }: Tools): Promise<boolean> {
  try {
    return await verifyClientSignature(signature, primitives.verifyP256);
  } catch (error) {
    if (error instanceof KeyError) return false;
    throw error;
  }
}

/** The message names this token, its one usage member and type, and nothing else. */
function binds(message: string, tokenId: string, usage: SignedUsage): boolean {
  const read = readMessage(message);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return false;
  const { tokenId: signedId, type, ...members } = read;
  const [member, ...others] = Object.entries(members);
  if (signedId !== tokenId || type !== usage.type || member === undefined || others.length > 0) return false;
  const [name, value] = member;
  return 'login' in usage
    ? name === 'login' && sameValue(value, usage.login)
    : (name === 'signup' || name === 'signupV2') && sameValue(normal(value), normal(usage.signup));
}

function readMessage(message: string): Json | undefined {
  try {
    return readStrictJson(message);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Absent lists are empty ones, and a `null` is absent. */
function normal(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { apiKeys, authenticators, oauthProviders, ...contacts } = value as Record<string, unknown>;
  return {
    apiKeys: apiKeys ?? [],
    authenticators: authenticators ?? [],
    oauthProviders: oauthProviders ?? [],
    ...contacts,
  };
}

/** Equal as JSON values, in any order of names; an absent or `null` member equals an absent one. */
function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return `{${members
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .sort()
    .join(',')}}`;
}
