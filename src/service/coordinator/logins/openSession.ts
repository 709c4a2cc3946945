import { writeSessionToken } from '../../../crypto/tokens.js';
import { trustKey } from '../../configuration/trustKeys.js';
import type { Row } from '../../store/schema.js';
import type { Caller } from '../callers/caller.js';
import { credentialsOf } from '../callers/credentialsOf.js';
import type { KeyProof } from '../callers/keyProof.js';
import type { Execution } from '../engine/handlers/handler.js';
import { withdrawOfSessions } from '../engine/withdrawn.js';
import { isSession, removeCredentials } from '../records/credentials.js';
import { addSessionKey, type SessionLogin } from './sessionKey.js';

const sessionType = 'CREDENTIAL_TYPE_LOGIN';

/** What a login asks for. */
export type SessionParameters = {
  readonly publicKey: string;
  readonly expirationSeconds?: string | undefined;
  readonly invalidateExisting?: boolean | undefined;
};

/** What is known of a key's holder where they have shown nothing of it. */
export const proofUnshown = ({ fromParent, user }: Caller): KeyProof =>
  fromParent && !user.is_proxy ? 'parent' : 'unproved';

/**
 * Makes the public key a session key of the user: an API key that expires, and that no renewal keeps alive for longer than the
 * configuration lets one login last.
 *
 * @returns the session token, signed by the notarizer. @see docs/wire.md 3.4, 3.5
 * @throws {RefusedError} PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, FRESH_LOGIN_REQUIRED
 */
export async function openSession(
  execution: Execution,
  user: Row<'users'>,
  { publicKey, expirationSeconds, invalidateExisting }: SessionParameters,
  login: SessionLogin,
): Promise<string> {
  const { tools, transaction, organization, nowMs } = execution;
  const present = await credentialsOf(transaction, user);
  const ended = present.filter((key) => isSession(key) && (invalidateExisting || key.public_key === publicKey));
  await removeCredentials(transaction, organization, ended);
  if (invalidateExisting) await withdrawOfSessions(execution, user);
  const named = { apiKeyName: `Session ${new Date(nowMs).toISOString()}`, credentialType: sessionType };
  const key = { publicKey, expirationSeconds, ...named };
  const left = present.filter((each) => !ended.includes(each));
  const { seconds } = await addSessionKey(execution, user, key, login, left);
  return writeSessionToken(
    {
      exp: Math.floor(nowMs / 1000) + seconds,
      iat: Math.floor(nowMs / 1000),
      public_key: publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: user.user_id,
      organization_id: organization.organization_id,
    },
    await trustKey(tools, transaction, organization, 'notarizer'),
  );
}
