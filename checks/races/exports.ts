import { approveActivity } from '../../src/contract/activities.js';
import { exportWallet } from '../../src/contract/exports.js';
import { createWallet } from '../../src/contract/wallets.js';
import { targetPublicKey } from '../../test/support/examples/exports.js';
import type { Answer, Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, yes } from '../../test/support/live/wire.js';
import { type Fixtures, noAnswer } from './fixtures.js';
import { unexpectedRefusals } from './refusals.js';
import { rootUsers } from './votes.js';

/**
 * Two exports of one wallet wait. Many users approve both at once, while the requester sends the same bytes again. Each export must be
 * executed once, and its bytes must always return the same bundle, which is not the other's.
 *
 * @returns the deviations.
 */
export async function twoExports(fixtures: Fixtures, voters: number): Promise<string[]> {
  const { race, store } = fixtures;
  const [requester, ...approvers] = await rootUsers(fixtures, voters + 1);
  if (!requester) return ['there are no voters'];
  const wallet = await proposed(fixtures, requester, createWallet, { walletName: 'Wallet', accounts: [] });
  await race(await approvalsOf(wallet, approvers));
  const [made = noAnswer] = await race([wallet.sent]);
  const walletId = /"walletId":"([\w-]+)"/.exec(made.text)?.[1] ?? '';
  const exporting = { walletId, targetPublicKey };
  const first = await proposed(fixtures, requester, exportWallet, exporting);
  await pause(2); // in the same millisecond the bytes would be the same
  const second = await proposed(fixtures, requester, exportWallet, exporting);
  const votes = (await Promise.all([first, second].map((each) => approvalsOf(each, approvers)))).flat();
  const answers = await race([...votes, first.sent, second.sent, first.sent, second.sent]);
  const again = await Promise.all([first, second].map(({ sent }) => race(Array.from({ length: 8 }, () => sent))));
  const bundles = again.map((each) => new Set(each.map(bundleIn)));
  const { exported } = await store.read((db) =>
    db
      .selectFrom('wallets')
      .select('exported')
      .where('organization_id', '=', requester.organizationId)
      .where('wallet_id', '=', walletId)
      .executeTakeFirstOrThrow(),
  );
  const different = new Set(bundles.flatMap((each) => [...each]));
  return [
    ...unexpectedRefusals(answers, ['ACTIVITY_NOT_PENDING']),
    ...(bundles.every((each) => each.size === 1 && !each.has(''))
      ? []
      : [
          `two exports were answered with ${bundles.map((each) => each.size).join(' and ')} bundles: ${again[0]?.[0]?.text}`,
        ]),
    ...(different.size === 2 ? [] : [`two exports got ${different.size} bundles`]),
    ...(exported === 1 ? [] : ['a wallet that was exported is not marked as exported']),
  ];
}

type Proposed = { readonly sent: Sent; readonly fingerprint: string };

async function proposed(
  { race }: Fixtures,
  by: Party,
  row: Parameters<typeof activityOf>[1],
  parameters: object,
): Promise<Proposed> {
  const sent = await activityOf(by, row, parameters);
  const [answer = noAnswer] = await race([sent]);
  return { sent, fingerprint: yes<{ activity: { fingerprint: string } }>(sent, answer).activity.fingerprint };
}

async function approvalsOf({ fingerprint }: Proposed, approvers: readonly Party[]): Promise<Sent[]> {
  const votes: Sent[] = [];
  for (const by of approvers) {
    votes.push(await activityOf(by, approveActivity, { fingerprint }));
    await pause(2); // in the same millisecond the bytes would be the same
  }
  return votes;
}

/** The bundle in an answer; the empty text if there is none. */
const bundleIn = ({ text }: Answer): string => /"exportBundle":"((?:[^"\\]|\\.){100,})"/.exec(text)?.[1] ?? '';
