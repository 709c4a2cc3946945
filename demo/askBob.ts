import { authorizedFetch, type Client, call, type Session } from 'latchkey/client';
import { createPolicy, createUsers, listPolicies, listUsers, listWalletAccounts } from 'latchkey/contract';
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

/** Whether Bob is in the person's organization, and the policy that lets him ask. */
export async function isBobThere(client: Client, side: Side): Promise<boolean> {
  const { user, policy } = await lookForBob(client, side);
  return user && policy;
}

/** What an attempt before this one added is not added again. */
async function addBob(client: Client, { userId }: Session, side: Side): Promise<void> {
  const { user, policy, publicKey } = await lookForBob(client, side);
  const apiKeys = [{ apiKeyName: 'Backend', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const bob = { userName: 'Bob (demo)', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
  if (!user) await call(client, createUsers, { users: [bob] });
  if (!policy)
    await call(client, createPolicy, {
      policyName,
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(user, user.id == '${userId}')`,
      condition: "activity.action == 'SIGN'",
      notes: '',
    });
}

async function lookForBob(client: Client, { fetch }: Side) {
  const { publicKey }: { publicKey: string } = await (await fetch('/api/bob')).json();
  const { users } = await call(client, listUsers, {});
  const { policies } = await call(client, listPolicies, {});
  return {
    publicKey,
    user: users.some(({ apiKeys }) => apiKeys.some(({ credential }) => credential.publicKey === publicKey)),
    policy: policies.some((each) => each.policyName === policyName),
  };
}

const policyName = 'Bob asks first';
