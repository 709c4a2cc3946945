import { approveActivity, rejectActivity } from '../../src/contract/activities.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { pick } from '../../test/support/chance.js';
import { activityOf, type Party, resultOf, yes } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';
import { ethereum } from './person.js';

/**
 * Pairs of root users who must agree, one pair after the other. One proposes wallets; the other approves or rejects, both vote at once, or
 * nobody votes. At most ten activities of a pair wait for votes, which is the limit.
 */
export async function pairs(fixtures: Fixtures): Promise<never> {
  for (;;) {
    const two = await twoOfTwo(fixtures);
    for (let times = 0; times < 10; times += 1) await propose(fixtures, two);
  }
}

async function propose({ client, chance, next }: Fixtures, [ada, bob]: readonly [Party, Party]): Promise<void> {
  const proposed = await activityOf(ada, createWallet, { walletName: `Wallet ${next()}`, accounts: [ethereum(0)] });
  const { activity } = yes<{ activity: { fingerprint: string } }>(proposed, await client.send(proposed));
  const { fingerprint } = activity;
  const approve = async () => client.send(await activityOf(bob, approveActivity, { fingerprint }));
  const reject = async (by: Party) => client.send(await activityOf(by, rejectActivity, { fingerprint }));
  const turns = [
    approve,
    approve,
    approve,
    () => reject(bob),
    () => Promise.all([approve(), reject(ada)]),
    async () => undefined,
  ];
  await pick(chance, turns)();
}

/** A sub-organization with two root users who only act together. */
async function twoOfTwo({ client, parent, rootKey, next }: Fixtures): Promise<[Party, Party]> {
  const [first, second] = [await createSigningKey(), await createSigningKey()];
  const root = { key: rootKey, organizationId: parent.organizationId };
  const sent = await activityOf(root, createSubOrganization, {
    subOrganizationName: `Pair ${next()}`,
    rootUsers: [first, second].map(({ publicKey }, index) => ({
      userName: `Root ${index}`,
      apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
    })),
    rootQuorumThreshold: 2,
  });
  type Made = { subOrganizationId: string; rootUserIds: [string, string] };
  const made = resultOf<Made>(createSubOrganization, sent, await client.send(sent));
  const { subOrganizationId: organizationId, rootUserIds } = made;
  return [
    { key: first, organizationId, userId: rootUserIds[0] },
    { key: second, organizationId, userId: rootUserIds[1] },
  ];
}
