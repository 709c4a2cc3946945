import { beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../src/contract/activities.js';
import { createAuthenticators } from '../../src/contract/authenticators.js';
import { createInvitations } from '../../src/contract/invitations.js';
import { createPolicy } from '../../src/contract/policies.js';
import { createPrivateKeys, createPrivateKeyTag } from '../../src/contract/privateKeys.js';
import type { User } from '../../src/contract/shapes.js';
import { deleteSubOrganization } from '../../src/contract/subOrganizations.js';
import { createTvcApp } from '../../src/contract/tvc.js';
import { createTvcDeployment } from '../../src/contract/tvcDeployments.js';
import { createUsers } from '../../src/contract/users.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../src/contract/webhooks.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { votesIn } from '../../src/service/coordinator/engine/votes/readVotes.js';
import type { VoteColumns } from '../../src/service/coordinator/engine/votes/soleVote.js';
import { decidingVote, noVotes } from '../../src/service/coordinator/engine/votes/votes.js';
import { createTimedIds } from '../../src/service/ids.js';
import type { Row } from '../../src/service/store/schema.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { app, deploymentOf } from '../../test/support/examples/tvc.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import { act, apiKeyOf, done, makeSubOrganization, rootOf } from '../../test/support/parties.js';
import { createPasskey } from '../../test/support/passkey.js';
import { envelope, type Person, post, signUp, stampOf, wallet } from '../../test/support/wire.js';
import { accountFaults } from './audit/accounts.js';
import { acknowledgedFaults } from './audit/acknowledged.js';
import { type Contents, contentsOf } from './audit/contents.js';
import { answeredProofFaults, proofFaults } from './audit/proofs.js';
import { relationFaults } from './audit/relations.js';
import { secretAudit } from './audit/secrets.js';
import { transfers } from './transferredKeys.js';

// Tests of the audit itself: each kind of lost, duplicate or partial row is put into a real service's database, and must be found.
describe('the audit after a crash', () => {
  let before: Contents;
  let contents: Contents;
  beforeAll(async () => {
    const service = await createTestService();
    const { store } = service.service.tools;
    before = await contentsOf(store);
    const person = await signUp(service, 'ada@example.com');
    await act(service, person, createWallet, { ...wallet, walletName: 'Second' });
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const waiting = await act(service, users[0], createWallet, wallet);
    await act(service, users[1] ?? users[0], approveActivity, { fingerprint: waiting.fingerprint });
    await createResources(service);
    await prove(service, person);
    contents = await contentsOf(store);
    await service.close();
  });

  const faultsIn = (changed: Contents) => [...accountFaults(changed, before), ...relationFaults(changed)];

  test('finds no deviation in a correct database', () => {
    expect(faultsIn(contents)).toEqual([]);
  });

  const tables = [
    ...([
      'organizations',
      'users',
      'wallets',
      'wallet_accounts',
      'credentials',
      'credential_index',
      'contacts',
    ] as const),
    ...(['activities', 'votes', 'otp_codes', 'verification_tokens', 'sealed_answers'] as const),
    ...(['user_tags', 'policies', 'private_keys', 'private_key_addresses', 'private_key_tags'] as const),
    ...(['invitations', 'tvc_apps', 'tvc_deployments', 'webhook_endpoints', 'webhook_deliveries'] as const),
    'import_targets' as const,
    'boot_proofs' as const,
  ];

  test.each(tables)('finds every row that is lost from %s', (table) => {
    const made = contents[table].filter(
      (row) => !before[table].some((old) => JSON.stringify(old) === JSON.stringify(row)),
    );
    expect(made.length).toBeGreaterThan(0);
    for (const lost of made) {
      const changed = { ...contents, [table]: (contents[table] as readonly unknown[]).filter((row) => row !== lost) };
      expect(faultsIn(changed), JSON.stringify(lost)).not.toEqual([]);
    }
  });

  test.each([
    ['organizations', 'organization_id'],
    ['users', 'user_id'],
    ['wallets', 'wallet_id'],
    ['wallet_accounts', 'wallet_account_id'],
    ['otp_codes', 'otp_id'],
    ['user_tags', 'user_tag_id'],
    ['policies', 'policy_id'],
    ['private_keys', 'private_key_id'],
    ['invitations', 'invitation_id'],
    ['tvc_apps', 'app_id'],
    ['tvc_deployments', 'deployment_id'],
  ] as const)('finds an effect that happened twice in %s', (table, id) => {
    const twice = { ...contents[table].at(-1), [id]: 'another' };
    expect(faultsIn({ ...contents, [table]: [...contents[table], twice] })).not.toEqual([]);
  });

  test('finds a proof of a key that is gone, one that nobody asked for, and one that was answered and is not kept', () => {
    const [proof] = contents.app_proofs as [Row<'app_proofs'>];
    const wallet_accounts = contents.wallet_accounts.filter((row) => row.wallet_account_id !== proof.key_id);
    expect(proofFaults({ ...contents, wallet_accounts }).join()).toMatch(/a key that is not there/);
    const activities = contents.activities.map((row) => ({ ...row, proofs_in: null }));
    expect(proofFaults({ ...contents, activities }).join()).toMatch(/nobody asked for/);
    const { payload: proofPayload, signature } = proof;
    const text = JSON.stringify({ activity: { appProofs: [{ proofPayload, signature }] } });
    const sent = { kind: 'create_wallet', path: '', headers: {}, body: '' };
    const answered = [{ ...sent, answer: { status: 200, text } }] as unknown as Parameters<
      typeof answeredProofFaults
    >[0];
    expect(answeredProofFaults(answered, contents)).toEqual([]);
    expect(answeredProofFaults(answered, { ...contents, app_proofs: [] }).join()).toMatch(/is not kept/);
  });

  test('finds an event that was neither delivered nor waits for delivery', () => {
    const outbox = contents.outbox.filter(({ channel }) => channel !== 'webhook');
    expect(faultsIn({ ...contents, outbox }).join()).toMatch(/waits nowhere/);
  });

  test.each([
    ['wallets', 'imported'],
    ['wallets', 'exported'],
    ['wallet_accounts', 'key_exported'],
    ['private_keys', 'imported'],
    ['private_keys', 'exported'],
  ] as const)('finds one of the %s that says %s, or does not, against the record', (table, flag) => {
    const flags = (contents[table] as readonly Record<string, unknown>[]).map((row) => row[flag]);
    expect([...new Set(flags)].sort()).toEqual([0, 1]);
    const turned = (value: number) =>
      (contents[table] as readonly Record<string, unknown>[]).map((row) => ({ ...row, [flag]: value }));
    for (const value of flag === 'key_exported' ? [1] : [0, 1])
      expect(faultsIn({ ...contents, [table]: turned(value) } as Contents).join()).toMatch(/the record says otherwise/);
  });

  test("finds an import's key that still exists after its import", () => {
    const [left] = contents.import_targets;
    const organization_id = contents.wallets.find(({ imported }) => imported === 1)?.organization_id ?? '';
    const user = contents.activities.find((row) => row.kind === 'IMPORT_WALLET')?.submitted_by;
    const spent = { ...left, organization_id, target: `WALLET ${user}` } as Row<'import_targets'>;
    expect(faultsIn({ ...contents, import_targets: [...contents.import_targets, spent] }).join()).toMatch(
      /after IMPORT_WALLET, is there: true/,
    );
  });

  test('finds rows that are left of a deleted sub-organization', () => {
    const [row] = contents.users;
    const [deletion] = contents.activities.filter(({ kind }) => kind === 'DELETE_SUB_ORGANIZATION');
    const { deleteSubOrganizationResult } = JSON.parse(deletion?.result ?? '{}');
    const left = { ...row, organization_id: deleteSubOrganizationResult.subOrganizationUuid };
    expect(faultsIn({ ...contents, users: [...contents.users, left as Row<'users'>] })).not.toEqual([]);
  });

  test('finds a quorum that was reached and not executed, and an execution without one', () => {
    const withStatus = (status: string) => ({
      ...contents,
      activities: contents.activities.map((row) =>
        contents.votes.filter((vote) => vote.activity_id === row.activity_id).length === 2 ? { ...row, status } : row,
      ),
    });
    expect(faultsIn(withStatus('ACTIVITY_STATUS_CONSENSUS_NEEDED')).join()).toMatch(/and yet not executed/);
    const [vote] = contents.votes.filter(
      ({ activity_id }) => contents.votes.filter((other) => other.activity_id === activity_id).length === 2,
    );
    const votes = contents.votes.filter((each) => each !== vote);
    expect(faultsIn({ ...contents, votes }).join()).toMatch(/executed without enough approvals/);
  });

  test('finds an activity without the vote in its row, and one that has its vote twice', () => {
    const [decided] = contents.activities.filter((row) => votesIn(row, []).length > 0);
    const withVote = (vote: VoteColumns, of: (row: Row<'activities'>) => boolean) =>
      faultsIn({ ...contents, activities: contents.activities.map((row) => (of(row) ? { ...row, ...vote } : row)) });
    expect(withVote(noVotes, (row) => row === decided).join()).toMatch(/without the vote of who submitted it/);
    const [voter] = decided ? votesIn(decided, []) : [];
    const stamp = { publicKey: '', scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '' } as const;
    const newTimedId = createTimedIds(() => new Uint8Array(16));
    const cast = { voter: voter?.user as User, message: '', stamp, nowMs: 0 };
    const vote = decidingVote({ newTimedId }, cast);
    expect(withVote(vote, (row) => row !== decided).join()).toMatch(/not the only one/);
  });

  test('finds a missing record of an acknowledged activity', () => {
    const sent = { kind: 'create_wallet', path: '', headers: {}, body: '{}', organizationId: 'nowhere' };
    const answer = { status: 200, text: '{"activity":{"status":"ACTIVITY_STATUS_COMPLETED"}}' };
    expect(acknowledgedFaults([{ ...sent, answer }], contents).join()).toMatch(/not there/);
  });

  test('finds wallets that do not open', async () => {
    const { walletFaults } = await secretAudit(freshSecrets().secrets);
    expect(await walletFaults(contents)).toHaveLength(contents.wallets.length);
  });
});

/** A wallet with App Proofs. */
async function prove(service: TestService, { key, organizationId }: Person): Promise<void> {
  const asked = envelope(service, createWallet, organizationId, { ...wallet, walletName: 'Proved' });
  const body = asked.replace('{', '{"generateAppProofs":true,');
  await post(service, createWallet.path, body, await stampOf(key, body));
}

/** Creates resources of each kind, a webhook endpoint, and a sub-organization that is deleted. */
async function createResources(service: TestService): Promise<void> {
  const root = await rootOf(service);
  await act(service, root, createWebhookEndpoint, { url: 'https://example.com/', name: 'Endpoint' });
  service.clock.advanceMs(2000);
  const [by] = (await makeSubOrganization(service)).users;
  await done(service, by, createUserTag, { userTagName: 'Tag', userIds: [] });
  await done(service, by, createPolicy, { policyName: 'Policy', effect: 'EFFECT_DENY', condition: 'false' });
  await done(service, by, createPrivateKeyTag, { privateKeyTagName: 'Tag', privateKeyIds: [] });
  await done(service, by, createPrivateKeys, {
    privateKeys: [
      {
        privateKeyName: 'Key',
        curve: 'CURVE_SECP256K1',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    ],
  });
  const { appId } = await done(service, by, createTvcApp, await app());
  await done(service, by, createTvcDeployment, deploymentOf(appId));
  const authenticators = [await (await createPasskey()).register()];
  await done(service, by, createAuthenticators, { userId: by.userId, authenticators });
  await done(service, by, createUsers, {
    users: [
      {
        userName: 'User',
        userTags: [],
        apiKeys: [apiKeyOf(await createSigningKey())],
        authenticators: [],
        oauthProviders: [],
      },
    ],
  });
  await transfers(service, by);
  await done(service, by, createInvitations, {
    invitations: [
      {
        receiverUserName: 'Guest',
        receiverUserEmail: 'guest@example.com',
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_ALL',
        senderUserId: by.userId,
      },
    ],
  });
  const [gone] = (await makeSubOrganization(service)).users;
  await done(service, gone, deleteSubOrganization, { deleteWithoutExport: true });
}
