import { writeSessionToken } from '../../crypto/tokens.js';
import type { Row } from '../store/schema.js';
import { addApiKey, keysOf, removeApiKeys } from './apiKeys.js';
import type { Execution } from './execution.js';
import { trustKey } from './trustKeys.js';

const sessionType = 'CREDENTIAL_TYPE_LOGIN';
const defaultSeconds = 900;
const mostSeconds = 31_536_000;

/** What a login asks for. */
export type SessionRequest = {
  readonly publicKey: string;
  readonly expirationSeconds?: string | undefined;
  readonly invalidateExisting?: boolean | undefined;
};

/**
 * Makes the public key a session key of the user: an API key that expires.
 *
 * @returns the session token, signed by the notarizer. @see Wire facts 3.4, 3.5
 * @throws {RefusedError} PUBLIC_KEY_INVALID, CREDENTIAL_CONFLICT
 */
export async function openSession(
  { tools, transaction, organization, nowMs }: Execution,
  user: Row<'users'>,
  { publicKey, expirationSeconds, invalidateExisting }: SessionRequest,
): Promise<string> {
  const organizationId = organization.organization_id;
  const seconds = Math.min(mostSeconds, Number(expirationSeconds ?? defaultSeconds));
  const sessions = (await keysOf(transaction, user)).filter((key) => key.credential_type === sessionType);
  const ended = sessions.filter((key) => invalidateExisting || key.public_key === publicKey);
  await removeApiKeys(transaction, organization, ended);
  await addApiKey(
    tools,
    transaction,
    { organization, userId: user.user_id, nowMs },
    {
      apiKeyName: `Session ${new Date(nowMs).toISOString()}`,
      publicKey,
      curveType: 'API_KEY_CURVE_P256',
      expirationSeconds: String(seconds),
      credentialType: sessionType,
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
