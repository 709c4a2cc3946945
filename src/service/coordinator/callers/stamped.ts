import type { AttestedStamps } from '../../../contract/facts.js';
import { refused } from '../../../contract/refusals.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { KeyError } from '../../../crypto/keyError.js';
import type { VerifyP256 } from '../../../crypto/p256.js';
import { attestedStampHeader } from '../../../stampers/attestedStamp.js';
import {
  readStamp,
  type Stamp,
  StampError,
  type StampScheme,
  stampHeader,
  verifyStamp,
} from '../../../stampers/stamp.js';
import { webauthnStampHeader } from '../../../stampers/webauthnStamp.js';
import { limits } from '../../limits/limits.js';
import type { Tools } from '../../tools.js';
import { readTokenStamp, type TokenStamp, verifyTokenStamp } from './attestedStamp.js';
import type { KeptStamp, StampedWith } from './credentialStamp.js';
import { type PasskeyStamp, type PasskeyUse, passkeyLookup, readPasskeyStamp, verifyPasskey } from './passkeyStamp.js';
import { sessionHeader } from './readOnlySession.js';

/**
 * A stamp that was received: a key's, which is verified; a passkey's, which will be once its public key is found; a token's, which will
 * be by the issuers of the organization that is named.
 */
export type ReceivedStamp = Stamp | PasskeyStamp | TokenStamp;

/** What a stamp's credential is found by. */
export function stampedWith(stamp: ReceivedStamp): StampedWith {
  if ('assertion' in stamp) return passkeyLookup(stamp.credentialId);
  return isByToken(stamp) ? stamp.stampedWith : { lookupKey: stamp.publicKey, curveType: curveOf[stamp.scheme] };
}

/** Whether a token names the stamp's key. */
export const isByToken = (stamp: ReceivedStamp): stamp is TokenStamp => 'stampedWith' in stamp;

const curveOf = {
  SIGNATURE_SCHEME_TK_API_P256: 'API_KEY_CURVE_P256',
  SIGNATURE_SCHEME_TK_API_SECP256K1: 'API_KEY_CURVE_SECP256K1',
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: 'API_KEY_CURVE_SECP256K1',
  SIGNATURE_SCHEME_TK_API_ED25519: 'API_KEY_CURVE_ED25519',
} as const satisfies Record<StampScheme, string>;

/**
 * The stamp of a request: a key's is verified over the bytes received, before anyone reads them; a passkey's has yet to be.
 *
 * @throws {RefusedError} STAMP_MISSING, STAMP_AMBIGUOUS, STAMP_NOT_TAKEN, STAMP_MALFORMED, STAMP_INVALID, HEADERS_TOO_LARGE; of a
 * token what is wrong with its form
 */
export async function checkStamp(
  { headers, body }: Arrived,
  { primitives: { verifyP256: verify }, publicUrl, work }: Pick<Tools, 'primitives' | 'publicUrl' | 'work'>,
  attestedStamps: AttestedStamps = 'refused',
): Promise<ReceivedStamp> {
  const name = callerHeader(headers);
  if (name === undefined) throw refused('STAMP_MISSING');
  if (name === sessionHeader || (name === attestedStampHeader && attestedStamps === 'refused'))
    throw refused('STAMP_NOT_TAKEN');
  const header = headers.get(name) ?? '';
  if (header.length > limits.stampBytes.most) throw refused('HEADERS_TOO_LARGE');
  if (name === webauthnStampHeader) return readOrRefuse(() => readPasskeyStamp(header, body));
  const stamp = await readOrRefuse<Stamp | TokenStamp>(() =>
    name === attestedStampHeader ? readTokenStamp(header, publicUrl) : readStamp(header),
  );
  const signed = 'stampedWith' in stamp ? { ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_P256' as const } : stamp;
  const isNative = signed.scheme === 'SIGNATURE_SCHEME_TK_API_P256';
  const isValid = isNative ? verifies(signed, body, verify) : work.chargeAll(() => verifies(signed, body, verify));
  if (!(await isValid)) throw refused('STAMP_INVALID');
  return stamp;
}

/** The one header that identifies the caller. @throws {RefusedError} STAMP_AMBIGUOUS */
export function callerHeader(headers: Headers): string | undefined {
  const sent = [stampHeader, webauthnStampHeader, attestedStampHeader, sessionHeader].filter((name) =>
    headers.has(name),
  );
  if (sent.length > 1) throw refused('STAMP_AMBIGUOUS');
  return sent[0];
}

/**
 * The stamp, verified: a passkey's once its credential is known to be there.
 *
 * @throws {RefusedError} CREDENTIAL_NOT_FOUND, STAMP_INVALID; of a token what is wrong with it
 */
export async function verifiedStamp(
  tools: Tools,
  received: ReceivedStamp,
  organizationId: string,
): Promise<{ readonly stamp: KeptStamp; readonly used?: PasskeyUse }> {
  if ('assertion' in received) return tools.store.read((db) => verifyPasskey(tools, db, organizationId, received));
  return { stamp: isByToken(received) ? await verifyTokenStamp(tools, organizationId, received) : received };
}

type Arrived = { readonly headers: Headers; readonly body: Bytes };

async function readOrRefuse<Received>(read: () => Received | Promise<Received>): Promise<Received> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StampError)) throw error;
    throw refused('STAMP_MALFORMED', { cause: error });
  }
}

async function verifies(stamp: Stamp, body: Bytes, verify: VerifyP256): Promise<boolean> {
  try {
    return await verifyStamp(stamp, body, verify);
  } catch (error) {
    if (error instanceof KeyError) return false;
    throw error;
  }
}
