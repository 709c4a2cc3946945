import { approveActivity, rejectActivity } from '../../src/contract/activities.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import type { Answer, Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, resultOf, yes } from '../../test/support/live/wire.js';
import { ethereum } from '../crash/person.js';
import { type Fixtures, noAnswer } from './fixtures.js';

/** The approvals that a wallet needs: the requester's, and two more. */
const threshold = 3;

/**
 * Many root users approve one wallet at once. Two of their votes count, the second one creates the wallet, and all others are too late. In
 * every other round another user rejects it at the same time: then it is created or rejected, never both.
 *
 * @returns a sentence for each deviation.
 */
export async function decisiveVotes(fixtures: Fixtures, round: number, voters: number): Promise<string[]> {
  const [requester, rejecter, ...approvers] = await rootUsers(fixtures, voters + 2);
  if (!requester || !rejecter) return ['there are no voters'];
  const sent = await activityOf(requester, createWallet, { walletName: 'Wallet', accounts: [ethereum(0)] });
  const [waiting] = await fixtures.race([sent]);
  const { activity } = yes<{ activity: { id: string; fingerprint: string } }>(sent, waiting ?? noAnswer);
  const votes: Sent[] = [];
  for (const by of approvers) {
    votes.push(await activityOf(by, approveActivity, { fingerprint: activity.fingerprint }));
    await pause(2); // in the same millisecond the bytes would be the same
  }
  const isRejected = round % 2 === 1;
  if (isRejected) votes.push(await activityOf(rejecter, rejectActivity, { fingerprint: activity.fingerprint }));
  const answers = await fixtures.race(votes);
  return [
    ...answers.filter(isWrong).map(({ status, text }) => `a vote was answered ${status}: ${text}`),
    ...(await deviations(fixtures, requester, activity.id, {
      accepted: answers.filter(({ status }) => status === 200).length,
    })),
  ];
}

/** A vote must be accepted, or refused as too late. */
const isWrong = ({ status, text }: Answer): boolean => status !== 200 && !text.includes('"ACTIVITY_NOT_PENDING"');

async function deviations(
  { store }: Fixtures,
  { organizationId }: Party,
  activityId: string,
  { accepted }: { accepted: number },
): Promise<string[]> {
  return store.read(async (db) => {
    const { status } = await db
      .selectFrom('activities')
      .select('status')
      .where('organization_id', '=', organizationId)
      .where('activity_id', '=', activityId)
      .executeTakeFirstOrThrow();
    const votes = await db
      .selectFrom('votes')
      .select('selection')
      .where('organization_id', '=', organizationId)
      .where('activity_id', '=', activityId)
      .execute();
    const wallets = await db
      .selectFrom('wallets')
      .select('wallet_id')
      .where('organization_id', '=', organizationId)
      .execute();
    const approvals = votes.filter(({ selection }) => selection === 'VOTE_SELECTION_APPROVED').length;
    const isMade = status === 'ACTIVITY_STATUS_COMPLETED';
    return [
      ...(isMade || status === 'ACTIVITY_STATUS_REJECTED' ? [] : [`all have voted, and it is ${status}`]),
      ...(wallets.length === (isMade ? 1 : 0) ? [] : [`it is ${status}, and there are ${wallets.length} wallets`]),
      ...(isMade && approvals !== threshold ? [`it was made with ${approvals} approvals`] : []),
      ...(!isMade && approvals >= threshold ? [`it was rejected with ${approvals} approvals`] : []),
      ...(votes.length === accepted + 1 ? [] : [`${accepted} votes were accepted, and ${votes.length - 1} counted`]),
    ];
  });
}

/** Creates a sub-organization. @returns its root users, three of whom must agree. */
export async function rootUsers({ root, race }: Fixtures, count: number): Promise<Party[]> {
  const keys = await Promise.all(Array.from({ length: count }, () => createSigningKey()));
  const making = await activityOf(root, createSubOrganization, {
    subOrganizationName: 'Voters',
    rootUsers: keys.map(({ publicKey }, index) => ({
      userName: `Root ${index}`,
      apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
    })),
    rootQuorumThreshold: threshold,
  });
  const [answer = noAnswer] = await race([making]);
  type Made = { subOrganizationId: string; rootUserIds: string[] };
  const { subOrganizationId: organizationId, rootUserIds } = resultOf<Made>(createSubOrganization, making, answer);
  return keys.map((key, index) => ({ key, organizationId, userId: rootUserIds[index] ?? '' }));
}
