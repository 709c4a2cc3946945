import { toBase64Url } from '../crypto/base64url.js';
import { utf8 } from '../crypto/bytes.js';
import { sha256 } from '../crypto/digest.js';
import { accessTokenHash, type DpopProof, readDpopProof, verifyDpopProof } from '../crypto/dpop.js';
import { readSessionToken, type SessionClaims, verifySessionToken } from '../crypto/tokens.js';
import { LatchkeyError } from '../errors.js';
import { type Credentials, type IncomingRequest, readCredentials } from './incomingRequest.js';
import type { ReplayStore } from './replayStore.js';
import { replayStoreOfProcess } from './replayStoreOfProcess.js';
import { UnverifiedError, type UnverifiedErrorCode } from './unverifiedError.js';
import type { CallerWithUser, UserLookup, VerifiedCaller } from './verifiedCaller.js';

/** The trusted keys, and this server's origin. */
export type VerifySettings = {
  /** The keys of the service that issued the session; `latchkey init` and `/dev/config` print them. */
  readonly trust: { readonly notarizerPublicKey: string };
  /**
   * This server's origin as browsers see it, such as `https://api.example.com`. It is never taken from the request, which could be forged.
   */
  readonly origin: string | readonly string[];
  /** The store of used proofs. Default: this process, which is right for a single process. */
  readonly replayStore?: ReplayStore;
  /**
   * The maximum age of a session token. Without `isRevoked`, an ended session is accepted here until then. A token without its time of
   * issue, such as those of the hosted service, is too old. `Infinity` accepts any. Default: 3,600.
   */
  readonly maxTokenAgeSeconds?: number;
  /** Whether a session was revoked; {@link revocationCheck} creates one. Then a token may have any age. Default: no check. */
  readonly isRevoked?: (caller: VerifiedCaller) => Promise<boolean>;
  /** Adds the user's name and proved contacts to the answer; {@link userLookup} creates one. Default: no look-up. */
  readonly withUser?: UserLookup;
  /**
   * `false` verifies without consuming the proof: for a middleware in front of the handler that verifies again. It grants nothing by
   * itself, since a replayed request passes it too. Default: true.
   */
  readonly consume?: boolean;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
};

/** Settings with a look-up of the user. */
export type SettingsWithUser = VerifySettings & { readonly withUser: UserLookup };

/**
 * Verifies who sent a request, and says the user's name and proved contacts. A user who was deleted is refused with SESSION_REVOKED.
 *
 * @param request - a `Request`, or Node's or Express's; the path is read from `originalUrl` or `url`.
 * @throws {UnverifiedError} with the status and the challenge to answer
 * @throws {UserLookupError} USER_LOOKUP_FAILED: the same request may be sent again
 * @throws whatever `isRevoked` or the replay store throws
 * @example
 * const withUser = userLookup({ coordinatorUrl: 'https://auth.example.com', apiKey: { publicKey, privateKey } })
 * const { userId, user } = await verifyRequest(request, { trust, origin: 'https://api.example.com', withUser })
 * // user: { userId: '…', userName: 'Ada', verifiedEmail: 'ada@example.com' }
 */
export async function verifyRequest(request: IncomingRequest, settings: SettingsWithUser): Promise<CallerWithUser>;
/**
 * Verifies who sent a request, without a call to the service: the session token is signed by the service, and the proof by the session's
 * key, for this request, within a minute, and unused. The body is not covered by the proof.
 *
 * @param request - a `Request`, or Node's or Express's; the path is read from `originalUrl` or `url`.
 * @throws {UnverifiedError} with the status and the challenge to answer
 * @throws {TypeError} where a setting is none that the types allow
 * @throws whatever `isRevoked` or the replay store throws
 * @see RFC 9449, 4.3 and 7.1
 * @example
 * const { organizationId, userId } = await verifyRequest(request, { trust, origin: 'https://api.example.com' })
 */
export async function verifyRequest(request: IncomingRequest, settings: VerifySettings): Promise<VerifiedCaller>;
export async function verifyRequest(
  request: IncomingRequest,
  settings: VerifySettings,
): Promise<VerifiedCaller | CallerWithUser> {
  checkSettings(settings);
  const { clock = Date.now, consume = true, isRevoked, trust, withUser } = settings;
  const mostAgeSeconds = isRevoked ? Number.POSITIVE_INFINITY : (settings.maxTokenAgeSeconds ?? 3_600);
  const nowMs = clock();
  const credentials = readCredentials(request);
  const claims = ours('TOKEN_INVALID', () => readSessionToken(credentials.token));
  const proof = ours('PROOF_INVALID', () => readDpopProof(credentials.proof));
  if (claims.exp * 1000 <= nowMs) throw new UnverifiedError('TOKEN_EXPIRED');
  if (!(ageSecondsOf(claims, nowMs) <= mostAgeSeconds)) throw new UnverifiedError('TOKEN_TOO_OLD');
  if (!(await isFor(proof, claims, credentials, settings.origin))) throw new UnverifiedError('PROOF_INVALID');
  if (Math.abs(nowMs - proof.claims.iat * 1000) > proofLifetimeMs) throw new UnverifiedError('PROOF_NOT_LIVE');
  if (!(await verifyDpopProof(proof))) throw new UnverifiedError('PROOF_INVALID');
  await ours('TOKEN_INVALID', () => verifySessionToken(credentials.token, trust.notarizerPublicKey));
  const caller = callerOf(claims);
  if (await isRevoked?.(caller)) throw new UnverifiedError('SESSION_REVOKED');
  const user = await withUser?.(caller);
  if (withUser && user === undefined) throw new UnverifiedError('SESSION_REVOKED');
  if (consume) await remember(proof, settings.replayStore ?? replayStoreOfProcess());
  return user ? { ...caller, user } : caller;
}

/** A variable of the environment that is not set would else refuse everybody, or answer an error of the server's own. */
function checkSettings({ trust, origin }: VerifySettings): void {
  if (!/^04[\da-f]{128}$/i.test(trust?.notarizerPublicKey ?? ''))
    throw new TypeError('verifyRequest needs trust.notarizerPublicKey: 130 hex digits, as latchkey init prints them.');
  if (!origin?.length)
    throw new TypeError('verifyRequest needs origin: this server’s own, like https://api.example.com.');
}

const ageSecondsOf = ({ iat }: SessionClaims, nowMs: number): number =>
  iat === undefined ? Number.POSITIVE_INFINITY : Math.floor(nowMs / 1000) - iat;

/** The maximum difference between the proof's time and now. */
const proofLifetimeMs = 60_000;

const callerOf = ({ organization_id, user_id, public_key, exp }: SessionClaims): VerifiedCaller => ({
  organizationId: organization_id,
  userId: user_id,
  publicKey: public_key,
  expiresAtMs: exp * 1000,
});

/** Whether a proof names this request, this token, and the token's key. */
async function isFor(
  { publicKey, claims }: DpopProof,
  { public_key }: SessionClaims,
  { method, path, token }: Credentials,
  origin: VerifySettings['origin'],
): Promise<boolean> {
  const isHere = [origin].flat().some((each) => claims.htu === `${new URL(each).origin}${path}`);
  return publicKey === public_key && claims.htm === method && isHere && claims.ath === (await accessTokenHash(token));
}

/** Last of all, so that a request that is refused for another reason may be sent again. */
async function remember({ publicKey, claims }: DpopProof, store: ReplayStore): Promise<void> {
  const id = toBase64Url(await sha256(utf8(`${publicKey}.${claims.jti}`)));
  const isNew = await store.consume(id, claims.iat * 1000 + proofLifetimeMs);
  if (!isNew) throw new UnverifiedError('PROOF_REPLAYED');
}

/** Converts a reader's error, thrown or rejected, into the given code. */
function ours<Read>(code: UnverifiedErrorCode, read: () => Read): Read {
  const refuse = (cause: unknown): never => {
    throw cause instanceof LatchkeyError ? new UnverifiedError(code, { cause }) : cause;
  };
  try {
    const value = read();
    return value instanceof Promise ? (value.catch(refuse) as Read) : value;
  } catch (cause) {
    return refuse(cause);
  }
}
