import { authorizedFetch, type Client, call, type Session } from 'latchkey/client';
import { createPolicy, createUsers, listUsers, listWalletAccounts } from 'latchkey/contract';
import type { Side } from './side.js';

/**
 * Lets Bob ask the person for two signatures. Where he is not there yet, the person adds him, with a policy: what Bob signs, she approves.
 *
 * @throws {RefusedError} FRESH_LOGIN_REQUIRED where the login is older than ten minutes
 */
export async function askBob(client: Client, session: Session, side: Side): Promise<void> {
  await addBob(client, session, side);
  const { accounts } = await call(client, listWalletAccounts, {});
  const account = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');
  const body = JSON.stringify({ address: account?.address, chainId: side.chain?.of.id ?? 1 });
  const response = await authorizedFetch(client, { fetch: side.fetch })('/api/bob', { method: 'POST', body });
  if (!response.ok) throw new Error('Bob could not ask.');
}

/** Whether Bob is in the person's organization. */
export async function hasBob(client: Client, { fetch }: Side): Promise<boolean> {
  const publicKey = await bobsKey(fetch);
  const { users } = await call(client, listUsers, {});
  return users.some(({ apiKeys }) => apiKeys.some(({ credential }) => credential.publicKey === publicKey));
}

async function addBob(client: Client, { userId }: Session, side: Side): Promise<void> {
  if (await hasBob(client, side)) return;
  const publicKey = await bobsKey(side.fetch);
  const apiKeys = [{ apiKeyName: 'Backend', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const bob = { userName: 'Bob (demo)', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
  await call(client, createUsers, { users: [bob] });
  await call(client, createPolicy, {
    policyName: 'Bob asks first',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${userId}')`,
    condition: "activity.action == 'SIGN'",
    notes: '',
  });
}

async function bobsKey(fetch: Side['fetch']): Promise<string> {
  return (await (await fetch('/api/bob')).json()).publicKey;
}
