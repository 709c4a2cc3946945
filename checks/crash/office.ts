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
import { ethereum } from './person.js';
import { transfer, transferKey } from './transfers.js';
import type { World } from './world.js';

/** Offices, one after the other: a root user and four users with policies work for a while; then the office is deleted. */
export async function offices(world: World): Promise<never> {
  for (;;) {
    const office = await openOffice(world);
    const steps = 4 + Math.floor(world.chance() * 20);
    for (let step = 0; step < steps; step += 1) await pick(world.chance, actions)(office);
    if (world.chance() < 0.7) await end(office);
  }
}

/** Its keys stop working at once, so a client without an answer learns from the next request that its key is unknown. The audit checks the deletion. */
async function end({ world: { client }, root }: Office): Promise<void> {
  const sent = await activityOf(root, deleteSubOrganization, { deleteWithoutExport: true });
  const answer = await client.send(sent);
  if (!answer.text.includes('"PUBLIC_KEY_NOT_FOUND"')) resultOf(deleteSubOrganization, sent, answer);
}

export type Office = {
  readonly world: World;
  readonly root: Party;
  /** Requests wallets, which two others must approve. */
  readonly asker: Party;
  readonly approvers: readonly [Party, Party, Party];
  /** Resources that exist, by kind. */
  readonly ids: Record<'user' | 'tag' | 'policy' | 'key' | 'keyTag' | 'invitation' | 'passkey' | 'app', string[]>;
  /** A request of the root user, which always succeeds. */
  readonly done: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<AnswerOf<R>>;
};

/** The consensus that wallets need in an office. */
export const threeAgree = 'approvers.count() >= 3';

type Action = (office: Office) => Promise<unknown>;

/** Creates a resource, or deletes one if there are some. */
const makeOrEnd =
  (
    kind: keyof Office['ids'],
    make: (office: Office) => Promise<string>,
    end: (office: Office, id: string) => unknown,
  ): Action =>
  async (office) => {
    const ids = office.ids[kind];
    if (ids.length < 4 || office.world.chance() < 0.4) {
      if (ids.length < 8) ids.push(await make(office));
      return;
    }
    await end(office, ids.shift() ?? '');
  };

const named = ({ world }: Office, name: string) => `${name} ${world.next()}`;
const lists = { authenticators: [], oauthProviders: [] };

const users = makeOrEnd(
  'user',
  async (office) => {
    const { publicKey } = await createSigningKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const user = { userName: named(office, 'User'), userTags: office.ids.tag.slice(0, 1), apiKeys, ...lists };
    return (await office.done(createUsers, { users: [user] })).userIds[0] ?? '';
  },
  (office, userId) => office.done(deleteUsers, { userIds: [userId] }),
);

const tags = makeOrEnd(
  'tag',
  async (office) => {
    const tag = { userTagName: named(office, 'Tag'), userIds: office.ids.user.slice(0, 2) };
    return (await office.done(createUserTag, tag)).userTagId;
  },
  (office, userTagId) => office.done(deleteUserTags, { userTagIds: [userTagId] }),
);

const policies = makeOrEnd(
  'policy',
  async (office) => {
    const policyName = named(office, 'Policy');
    return (await office.done(createPolicy, { policyName, effect: 'EFFECT_DENY', condition: 'false' })).policyId;
  },
  (office, policyId) => office.done(deletePolicy, { policyId }),
);

const keys = makeOrEnd(
  'key',
  async (office) => {
    const made = await office.done(createPrivateKeys, {
      privateKeys: [
        {
          privateKeyName: named(office, 'Key'),
          curve: 'CURVE_SECP256K1',
          privateKeyTags: office.ids.keyTag.slice(0, 1),
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    return made.privateKeys[0]?.privateKeyId ?? '';
  },
  (office, id) => office.done(deletePrivateKeys, { privateKeyIds: [id], deleteWithoutExport: true }),
);

const keyTags = makeOrEnd(
  'keyTag',
  async (office) => {
    const tag = { privateKeyTagName: named(office, 'Tag'), privateKeyIds: office.ids.key.slice(0, 2) };
    return (await office.done(createPrivateKeyTag, tag)).privateKeyTagId;
  },
  (office, id) => office.done(deletePrivateKeyTags, { privateKeyTagIds: [id] }),
);

const invitations = makeOrEnd(
  'invitation',
  async (office) => {
    const receiverUserName = named(office, 'Guest');
    const receiverUserEmail = `${receiverUserName.replace(' ', '.').toLowerCase()}@example.com`;
    const senderUserId = office.root.userId;
    const rest = { receiverUserTags: office.ids.tag.slice(0, 1), accessType: 'ACCESS_TYPE_ALL' as const };
    const invitation = { receiverUserName, receiverUserEmail, senderUserId, ...rest };
    return (await office.done(createInvitations, { invitations: [invitation] })).invitationIds[0] ?? '';
  },
  (office, invitationId) => office.done(deleteInvitation, { invitationId }),
);

const passkeys = makeOrEnd(
  'passkey',
  async (office) => {
    const authenticators = [await (await createPasskey()).register()];
    const { userId } = office.root;
    return (await office.done(createAuthenticators, { userId, authenticators })).authenticatorIds[0] ?? '';
  },
  ({ done, root: { userId } }, id) => done(deleteAuthenticators, { userId, authenticatorIds: [id] }),
);

const apps = makeOrEnd(
  'app',
  async (office) => {
    const { appId } = await office.done(createTvcApp, { ...(await app()), name: named(office, 'App') });
    const { deploymentId } = await office.done(createTvcDeployment, deploymentOf(appId));
    await office.done(deleteTvcDeployment, { deploymentId });
    await office.done(restoreTvcDeployment, { deploymentId });
    return appId;
  },
  (office, appId) => office.done(deleteTvcAppAndDeployments, { appId }),
);

const rename: Action = async (office) => {
  const [userId] = office.ids.user;
  const [policyId] = office.ids.policy;
  if (userId !== undefined) await office.done(updateUserName, { userId, userName: named(office, 'User') });
  if (policyId !== undefined) await office.done(updatePolicy, { policyId, policyName: named(office, 'Policy') });
};

/** Two approvals suffice, and three come at once: the decisive one makes the wallet, and the one after it comes too late. */
const agree: Action = async ({ world: { client, next }, asker, approvers }) => {
  const proposed = await activityOf(asker, createWallet, { walletName: `Wallet ${next()}`, accounts: [ethereum(0)] });
  const { activity } = yes<{ activity: { fingerprint: string } }>(proposed, await client.send(proposed));
  const { fingerprint } = activity;
  const approvals: Sent[] = [];
  for (const by of approvers) {
    approvals.push(await activityOf(by, approveActivity, { fingerprint }));
    // With the same millisecond they would have the same bytes, and be one activity.
    await pause(2);
  }
  await Promise.all(approvals.map(client.send));
};

const actions: readonly Action[] = [
  ...[users, users, tags, tags, policies, policies, keys, keyTags, invitations, passkeys, apps],
  ...[rename, agree, agree, agree, transfer, transfer, transferKey],
];

async function openOffice(world: World): Promise<Office> {
  const { client, parent, rootKey, next } = world;
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
    subOrganizationName: `Office ${next()}`,
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
  const [asker = root, first = root, second = root, third = root] = parties;
  const ids = { user: [], tag: [], policy: [], key: [], keyTag: [], invitation: [], passkey: [], app: [] };
  const done: Office['done'] = (row, parameters) => send(root, row, parameters);
  return { world, root, asker, approvers: [first, second, third], ids, done };
}
