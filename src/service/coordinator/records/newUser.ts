import type { Kysely } from 'kysely';
import type { ApiKeyParams, AuthenticatorParams } from '../../../contract/shapes.js';
import type { Flag } from '../../store/columns.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { KeyProof } from '../callers/keyProof.js';
import { registerPasskey } from './authenticators.js';
import { addApiKey, apiKeyTypeOf, haveRoom, keepApiKey } from './credentials.js';
import { addProvider, type NewProvider } from './oauth.js';

/** A user as it enters an organization. Contacts in canonical form. */
export type NewUser = {
  readonly userName: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** Whether the contacts were proved, or set by the organization's own root quorum. */
  readonly verified: { readonly email: boolean; readonly phoneNumber: boolean };
  readonly apiKeys: readonly ApiKeyParams[];
  readonly authenticators?: readonly AuthenticatorParams[] | undefined;
  readonly providers?: readonly NewProvider[];
  readonly tagIds?: readonly string[] | undefined;
};

/** How a user enters. */
type Entry = {
  readonly isRoot: Flag;
  readonly isProxy: Flag;
  readonly keyProof: KeyProof;
  /** The login that its credentials come by, where they come by one. */
  readonly loginId?: string | null;
  readonly nowMs: number;
};

/** Adds a user with its passkeys, and with its keys, which `checkKeys` has looked at before the transaction. @returns the user's id. */
export async function addUser(
  tools: Tools,
  db: Kysely<Tables>,
  organization: { organization_id: string; parent_id: string | null },
  user: NewUser,
  { isRoot, isProxy, keyProof, loginId = null, nowMs }: Entry,
): Promise<string> {
  const userId = tools.newTimedId(nowMs);
  await db
    .insertInto('users')
    .values({
      organization_id: organization.organization_id,
      user_id: userId,
      parent_id: organization.parent_id,
      user_name: user.userName,
      email: user.email ?? null,
      email_verified: user.verified.email ? 1 : 0,
      phone_number: user.phoneNumber ?? null,
      phone_verified: user.verified.phoneNumber ? 1 : 0,
      is_root: isRoot,
      is_proxy: isProxy,
      tag_ids: JSON.stringify(user.tagIds ?? []),
      created_at_ms: nowMs,
      updated_at_ms: nowMs,
    })
    .execute();
  const holder = { organization, userId, loginId, nowMs };
  const add = haveRoom(user.apiKeys) ? keepApiKey : addApiKey;
  for (const key of user.apiKeys) {
    await add(tools, db, holder, {
      ...key,
      kind: 'API_KEY',
      credentialType: apiKeyTypeOf(key.curveType),
      loginId,
      proof: keyProof,
    });
  }
  for (const passkey of user.authenticators ?? []) {
    await registerPasskey(tools, db, holder, passkey);
  }
  for (const provider of user.providers ?? []) await addProvider(tools, db, holder, provider);
  return userId;
}
