import { approveActivity } from '../../src/contract/activities.js';
import { createAuthenticators, deleteAuthenticators } from '../../src/contract/authenticators.js';
import { createInvitations, deleteInvitation } from '../../src/contract/invitations.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createPolicy, deletePolicy, updatePolicy } from '../../src/contract/policies.js';
import {
  createPrivateKeys,
  createPrivateKeyTag,
  deletePrivateKeys,
  deletePrivateKeyTags,
} from '../../src/contract/privateKeys.js';
import type { ActivityRow, AnswerOf, RequestOf } from '../../src/contract/row.js';
import { deleteSubOrganization } from '../../src/contract/subOrganizations.js';
import { createTvcApp, deleteTvcAppAndDeployments } from '../../src/contract/tvc.js';
import { createTvcDeployment, deleteTvcDeployment, restoreTvcDeployment } from '../../src/contract/tvcDeployments.js';
import { createUsers, deleteUsers, updateUserName } from '../../src/contract/users.js';
import { createUserTag, deleteUserTags } from '../../src/contract/userTags.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { pick } from '../../test/support/chance.js';
import { app, deploymentOf } from '../../test/support/examples/tvc.js';
import type { Sent } from '../../test/support/live/ledger.js';
import { pause } from '../../test/support/live/serve.js';
import { activityOf, type Party, resultOf, yes } from '../../test/support/live/wire.js';
import { createPasskey } from '../../test/support/passkey.js';
import type { Fixtures } from './fixtures.js';
import { ethereum } from './person.js';
import { transfer, transferKey } from './transfers.js';

/** Organizations with policies, one after the other: a root user and four users work for a while; then the organization is deleted. */
export async function policyOrganizations(fixtures: Fixtures): Promise<never> {
  for (;;) {
    const organization = await openOrganization(fixtures);
    const steps = 4 + Math.floor(fixtures.chance() * 20);
    for (let step = 0; step < steps; step += 1) await pick(fixtures.chance, actions)(organization);
    if (fixtures.chance() < 0.7) await end(organization);
  }
}

/**
 * Deletes it. Its keys stop working at once: a client that got no answer learns from its next request that its key is unknown. The audit
 * checks the deletion.
 */
async function end({ fixtures: { client }, root }: PolicyOrganization): Promise<void> {
  const sent = await activityOf(root, deleteSubOrganization, { deleteWithoutExport: true });
  const answer = await client.send(sent);
  if (!answer.text.includes('"ORGANIZATION_NOT_FOUND"')) resultOf(deleteSubOrganization, sent, answer);
}

export type PolicyOrganization = {
  readonly fixtures: Fixtures;
  readonly root: Party;
  /** Requests wallets, which two others must approve. */
  readonly requester: Party;
  readonly approvers: readonly [Party, Party, Party];
  /** Resources that exist, by kind. */
  readonly ids: Record<'user' | 'tag' | 'policy' | 'key' | 'keyTag' | 'invitation' | 'passkey' | 'app', string[]>;
  /** A request of the root user, which always succeeds. */
  readonly done: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<AnswerOf<R>>;
};

/** The consensus that wallets need in an organization. */
export const threeAgree = 'approvers.count() >= 3';

type Action = (organization: PolicyOrganization) => Promise<unknown>;

/** Creates a resource, or deletes one if there are some. */
const makeOrEnd =
  (
    kind: keyof PolicyOrganization['ids'],
    make: (organization: PolicyOrganization) => Promise<string>,
    end: (organization: PolicyOrganization, id: string) => unknown,
  ): Action =>
  async (organization) => {
    const ids = organization.ids[kind];
    if (ids.length < 4 || organization.fixtures.chance() < 0.4) {
      if (ids.length < 8) ids.push(await make(organization));
      return;
    }
    await end(organization, ids.shift() ?? '');
  };

const named = ({ fixtures }: PolicyOrganization, name: string) => `${name} ${fixtures.next()}`;
const lists = { authenticators: [], oauthProviders: [] };

const users = makeOrEnd(
  'user',
  async (organization) => {
    const { publicKey } = await createSigningKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const user = {
      userName: named(organization, 'User'),
      userTags: organization.ids.tag.slice(0, 1),
      apiKeys,
      ...lists,
    };
    return (await organization.done(createUsers, { users: [user] })).userIds[0] ?? '';
  },
  (organization, userId) => organization.done(deleteUsers, { userIds: [userId] }),
);

const tags = makeOrEnd(
  'tag',
  async (organization) => {
    const tag = { userTagName: named(organization, 'Tag'), userIds: organization.ids.user.slice(0, 2) };
    return (await organization.done(createUserTag, tag)).userTagId;
  },
  (organization, userTagId) => organization.done(deleteUserTags, { userTagIds: [userTagId] }),
);

const policies = makeOrEnd(
  'policy',
  async (organization) => {
    const policyName = named(organization, 'Policy');
    return (await organization.done(createPolicy, { policyName, effect: 'EFFECT_DENY', condition: 'false' })).policyId;
  },
  (organization, policyId) => organization.done(deletePolicy, { policyId }),
);

const keys = makeOrEnd(
  'key',
  async (organization) => {
    const made = await organization.done(createPrivateKeys, {
      privateKeys: [
        {
          privateKeyName: named(organization, 'Key'),
          curve: 'CURVE_SECP256K1',
          privateKeyTags: organization.ids.keyTag.slice(0, 1),
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    return made.privateKeys[0]?.privateKeyId ?? '';
  },
  (organization, id) => organization.done(deletePrivateKeys, { privateKeyIds: [id], deleteWithoutExport: true }),
);

const keyTags = makeOrEnd(
  'keyTag',
  async (organization) => {
    const tag = { privateKeyTagName: named(organization, 'Tag'), privateKeyIds: organization.ids.key.slice(0, 2) };
    return (await organization.done(createPrivateKeyTag, tag)).privateKeyTagId;
  },
  (organization, id) => organization.done(deletePrivateKeyTags, { privateKeyTagIds: [id] }),
);

const invitations = makeOrEnd(
  'invitation',
  async (organization) => {
    const receiverUserName = named(organization, 'Guest');
    const receiverUserEmail = `${receiverUserName.replace(' ', '.').toLowerCase()}@example.com`;
    const senderUserId = organization.root.userId;
    const rest = { receiverUserTags: organization.ids.tag.slice(0, 1), accessType: 'ACCESS_TYPE_ALL' as const };
    const invitation = { receiverUserName, receiverUserEmail, senderUserId, ...rest };
    return (await organization.done(createInvitations, { invitations: [invitation] })).invitationIds[0] ?? '';
  },
  (organization, invitationId) => organization.done(deleteInvitation, { invitationId }),
);

const passkeys = makeOrEnd(
  'passkey',
  async (organization) => {
    const authenticators = [await (await createPasskey()).register()];
    const { userId } = organization.root;
    return (await organization.done(createAuthenticators, { userId, authenticators })).authenticatorIds[0] ?? '';
  },
  ({ done, root: { userId } }, id) => done(deleteAuthenticators, { userId, authenticatorIds: [id] }),
);

const apps = makeOrEnd(
  'app',
  async (organization) => {
    const { appId } = await organization.done(createTvcApp, { ...(await app()), name: named(organization, 'App') });
    const { deploymentId } = await organization.done(createTvcDeployment, deploymentOf(appId));
    await organization.done(deleteTvcDeployment, { deploymentId });
    await organization.done(restoreTvcDeployment, { deploymentId });
    return appId;
  },
  (organization, appId) => organization.done(deleteTvcAppAndDeployments, { appId }),
);

const rename: Action = async (organization) => {
  const [userId] = organization.ids.user;
  const [policyId] = organization.ids.policy;
  if (userId !== undefined) await organization.done(updateUserName, { userId, userName: named(organization, 'User') });
  if (policyId !== undefined)
    await organization.done(updatePolicy, { policyId, policyName: named(organization, 'Policy') });
};

/** Three approvals at once, of which two are needed: the second one creates the wallet, and the third is too late. */
const agree: Action = async ({ fixtures: { client, next }, requester, approvers }) => {
  const proposed = await activityOf(requester, createWallet, {
    walletName: `Wallet ${next()}`,
    accounts: [ethereum(0)],
  });
  const { activity } = yes<{ activity: { fingerprint: string } }>(proposed, await client.send(proposed));
  const { fingerprint } = activity;
  const approvals: Sent[] = [];
  for (const by of approvers) {
    approvals.push(await activityOf(by, approveActivity, { fingerprint }));
    // In the same millisecond they would have the same bytes, and be one activity.
    await pause(2);
  }
  await Promise.all(approvals.map(client.send));
};

const actions: readonly Action[] = [
  ...[users, users, tags, tags, policies, policies, keys, keyTags, invitations, passkeys, apps],
  ...[rename, agree, agree, agree, transfer, transfer, transferKey],
];

async function openOrganization(fixtures: Fixtures): Promise<PolicyOrganization> {
  const { client, parent, rootKey, next } = fixtures;
  const keys = await Promise.all(Array.from({ length: 5 }, () => createSigningKey()));
  const [rootsKey = rootKey, ...others] = keys;
  const apiKeysOf = ({ publicKey }: { publicKey: string }) => [
    { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const },
  ];
  const send = async <R extends ActivityRow>(
    by: Pick<Party, 'key' | 'organizationId'>,
    row: R,
    parameters: RequestOf<R>,
  ) => {
    const sent = await activityOf(by, row, parameters as object);
    return resultOf<AnswerOf<R>>(row, sent, await client.send(sent));
  };
  const made = await send({ key: rootKey, organizationId: parent.organizationId }, createSubOrganization, {
    subOrganizationName: `Organization ${next()}`,
    rootUsers: [{ userName: 'Root', apiKeys: apiKeysOf(rootsKey) }],
    rootQuorumThreshold: 1,
  });
  const organizationId = made.subOrganizationId;
  const root = { key: rootsKey, organizationId, userId: made.rootUserIds?.[0] ?? '' };
  const { userIds } = await send(root, createUsers, {
    users: others.map((key, index) => ({
      userName: `Clerk ${index}`,
      userTags: [],
      apiKeys: apiKeysOf(key),
      ...lists,
    })),
  });
  const parties = others.map((key, index): Party => ({ key, organizationId, userId: userIds[index] ?? '' }));
  await send(root, createPolicy, {
    policyName: 'Three agree',
    effect: 'EFFECT_ALLOW',
    condition: "activity.kind == 'CREATE_WALLET'",
    consensus: threeAgree,
  });
  const [requester = root, first = root, second = root, third = root] = parties;
  const ids = { user: [], tag: [], policy: [], key: [], keyTag: [], invitation: [], passkey: [], app: [] };
  const done: PolicyOrganization['done'] = (row, parameters) => send(root, row, parameters);
  return { fixtures, root, requester, approvers: [first, second, third], ids, done };
}
