import { refused } from '../../../contract/refusals.js';
import { writeSessionToken } from '../../../crypto/tokens.js';
import { settingsFor } from '../../configuration/authProxyConfigs.js';
import { trustKey } from '../../configuration/trustKeys.js';
import type { Row } from '../../store/schema.js';
import type { Caller } from '../caller/caller.js';
import type { KeyProof } from '../caller/keyProof.js';
import { addApiKey, credentialsOf, removeCredentials } from '../credentials/records.js';
import type { Execution } from '../pipeline/execution.js';

const sessionType = 'CREDENTIAL_TYPE_LOGIN';
const defaultSeconds = 900;

/** What a login asks for. */
export type SessionRequest = {
  readonly publicKey: string;
  readonly expirationSeconds?: string | undefined;
  readonly invalidateExisting?: boolean | undefined;
};

/** What a session comes by. */
export type Login = {
  /** `null` of sessions that are older than this was written down, and of what they renew. */
  readonly id: string | null;
  readonly atMs: number;
  /** Whether the holder of the session's key has shown to be one. */
  readonly proof: KeyProof;
};

/** What is known of a key's holder where they have shown nothing of it. */
export const proofOfAsked = ({ fromParent, user }: Caller): KeyProof =>
  fromParent && !user.is_proxy ? 'given by the parent' : 'awaits a stamp';

/**
 * Makes the public key a session key of the user: an API key that expires, and that no renewal keeps alive for longer than the
 * configuration lets one login last.
 *
 * @returns the session token, signed by the notarizer. @see Wire facts 3.4, 3.5
 * @throws {RefusedError} PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT, FRESH_LOGIN_REQUIRED
 */
export async function openSession(
  { tools, transaction, organization, nowMs }: Execution,
  user: Row<'users'>,
  { publicKey, expirationSeconds, invalidateExisting }: SessionRequest,
  login: Login,
): Promise<string> {
  const organizationId = organization.organization_id;
  const { maxSessionSeconds } = await settingsFor(transaction, organization);
  const leftSeconds = Math.floor((login.atMs - nowMs) / 1000) + maxSessionSeconds;
  if (leftSeconds < 1) throw refused('FRESH_LOGIN_REQUIRED');
  const seconds = Math.min(leftSeconds, Number(expirationSeconds ?? defaultSeconds));
  const sessions = (await credentialsOf(transaction, user)).filter(({ kind }) => kind === 'SESSION_KEY');
  const ended = sessions.filter((key) => invalidateExisting || key.public_key === publicKey);
  await removeCredentials(transaction, organization, ended);
  await addApiKey(
    tools,
    transaction,
    { organization, userId: user.user_id, nowMs },
    {
      apiKeyName: `Session ${new Date(nowMs).toISOString()}`,
      publicKey,
      curveType: 'API_KEY_CURVE_P256',
      expirationSeconds: String(seconds),
      kind: 'SESSION_KEY',
      credentialType: sessionType,
      loginId: login.id,
      loginAtMs: login.atMs,
      proof: login.proof,
    },
  );
  return writeSessionToken(
    {
      exp: Math.floor(nowMs / 1000) + seconds,
      public_key: publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: user.user_id,
      organization_id: organizationId,
    },
    await trustKey(tools, transaction, organization, 'notarizer'),
  );
}
