import { createAuthenticators } from '../../../src/contract/authenticators.js';
import { createSmartContractInterface } from '../../../src/contract/contracts.js';
import { createApiKeys } from '../../../src/contract/credentials.js';
import { createEmailTemplate } from '../../../src/contract/emailTemplates.js';
import { createInvitations } from '../../../src/contract/invitations.js';
import { createOauth2Credential } from '../../../src/contract/oauth2.js';
import { createSubOrganization, updateOrganizationName } from '../../../src/contract/organizations.js';
import { createPolicy } from '../../../src/contract/policies.js';
import { createPrivateKeys, createPrivateKeyTag } from '../../../src/contract/privateKeys.js';
import { readActivity } from '../../../src/contract/readActivity.js';
import type { ActivityRow, AnswerOf, QueryRow, RequestOf } from '../../../src/contract/row.js';
import type { queryRows } from '../../../src/contract/rows.js';
import { createTvcApp } from '../../../src/contract/tvc.js';
import { createTvcDeployment } from '../../../src/contract/tvcDeployments.js';
import { createUsers } from '../../../src/contract/users.js';
import { createUserTag } from '../../../src/contract/userTags.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../../src/contract/webhooks.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { addContact } from '../../../src/service/coordinator/records/contacts.js';
import { postMessage } from '../../../src/service/coordinator/records/messages.js';
import { addProvider } from '../../../src/service/coordinator/records/oauth.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import { sealedFor } from '../../support/examples/oauth2.js';
import { app, deploymentOf } from '../../support/examples/tvc.js';
import { apiKeyOf, type Party } from '../../support/parties.js';
import { createPasskey } from '../../support/passkey.js';
import { submit, wallet } from '../../support/wire.js';

/** What makes records, as the root user of a parent, while the clock stands. */
export type Making = {
  readonly service: TestService;
  readonly root: Party;
  readonly done: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<AnswerOf<R>>;
};

/** A list, and how to make one of its records after the other. */
type List = {
  readonly order?: 'newest first';
  /** The member of a record that `make` tells; a record may also be its id alone. */
  readonly id?: string;
  /** How many records an organization, or a user, may have, where these are fewer than thirty. */
  readonly most?: number;
  /** What the request has beside the organization; also what the records need, made before them. */
  readonly request?: (making: Making) => Promise<object>;
  /** Makes the record of that number. @returns its id. */
  readonly make: (making: Making, index: number, request: never) => Promise<string | undefined>;
};

export const making = (service: TestService, root: Party): Making => ({
  service,
  root,
  done: async (row, parameters) => {
    const activity = await submit(service, root.key, row, root.organizationId, parameters as object);
    return readActivity(row, activity).result as AnswerOf<typeof row>;
  },
});

const rename = async ({ service, root }: Making, index: number): Promise<string> =>
  (await submit(service, root.key, updateOrganizationName, root.organizationId, { organizationName: `Name ${index}` }))
    .id;

async function subOrganization({ done }: Making, index: number): Promise<string> {
  const apiKeys = [apiKeyOf(await createSigningKey())];
  const rootUsers = [{ userName: 'Root', apiKeys }];
  const asked = { subOrganizationName: `Sub ${index}`, rootUsers, rootQuorumThreshold: 1 };
  return (await done(createSubOrganization, asked)).subOrganizationId;
}

const ada = { kind: 'EMAIL', contact: 'ada@example.com' } as const;
const noCredentials = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };

async function user({ done }: Making, index: number): Promise<string> {
  const { userIds } = await done(createUsers, { users: [{ ...noCredentials, userName: `User ${index}` }] });
  return userIds[0] ?? '';
}

const ofUser = async (by: Making): Promise<{ userId: string }> => ({ userId: await user(by, 0) });
const [account] = wallet.accounts;
const pathOf = (index: number): string => `m/44'/60'/0'/0/${index}`;

type Rows = typeof queryRows;
/** App Proofs are in the order of an activity's addresses: their own tests ask for it. */
type Listing = Exclude<
  Extract<keyof Rows, `list${string}` | `get${'ApiKeys' | 'Authenticators' | 'OauthProviders'}`>,
  'listAppProofs'
>;

type Paged<R extends QueryRow> = 'paginationOptions' extends keyof RequestOf<R>
  ? { readonly isPaged: true }
  : { readonly isPaged?: undefined };

/** Every list: one without its records here does not compile. */
export const lists: { [Name in Listing]: List & Paged<Rows[Name]> } = {
  listActivities: { isPaged: true, order: 'newest first', id: 'id', make: rename },
  listEmailTemplates: {
    id: 'emailTemplateId',
    async make({ done }, index) {
      const texts = [{ subject: '{{code}}', text: 'Your code: {{code}}', html: '<p>Your code: {{code}}</p>' }];
      const template = { name: `Template ${index}`, kind: 'EMAIL_TEMPLATE_KIND_CODE' as const, texts };
      return (await done(createEmailTemplate, template)).emailTemplateId;
    },
  },
  listInvitations: {
    isPaged: true,
    order: 'newest first',
    id: 'invitationId',
    async make({ done, root }, index) {
      const receiver = { receiverUserName: `Guest ${index}`, receiverUserEmail: `guest${index}@example.com` };
      const invitation = { ...receiver, receiverUserTags: [], accessType: 'ACCESS_TYPE_WEB' as const };
      const invitations = [{ ...invitation, senderUserId: root.userId }];
      return (await done(createInvitations, { invitations })).invitationIds[0];
    },
  },
  listMessages: {
    isPaged: true,
    order: 'newest first',
    id: 'messageId',
    make({ service, root: { organizationId } }, index) {
      const { tools } = service.service;
      const draft = { channel: 'sms', to: '+14155550100', text: String(index) } as const;
      const of = { kind: 'TEST', listedIn: organizationId, organizationId, draft, requester: '' } as const;
      const nowMs = service.clock();
      return tools.store.transaction((db) => postMessage(tools, db, { ...of, nowMs, expiresAtMs: nowMs + 60_000 }));
    },
  },
  listOauth2Credentials: {
    id: 'oauth2CredentialId',
    most: 20,
    async make({ service, root, done }, index) {
      const encryptedClientSecret = await sealedFor(service, root.organizationId);
      const client = { provider: 'OAUTH2_PROVIDER_X' as const, clientId: `client-${index}`, encryptedClientSecret };
      return (await done(createOauth2Credential, client)).oauth2CredentialId;
    },
  },
  listPolicies: {
    id: 'policyId',
    async make({ done }, index) {
      const condition = "activity.kind == 'DISABLE_PRIVATE_KEY'";
      const policy = { policyName: `Policy ${index}`, effect: 'EFFECT_ALLOW' as const, condition, notes: '' };
      return (await done(createPolicy, policy)).policyId;
    },
  },
  listPrivateKeys: {
    id: 'privateKeyId',
    async make({ done }, index) {
      const key = {
        privateKeyName: `Key ${index}`,
        curve: 'CURVE_P256' as const,
        privateKeyTags: [],
        addressFormats: [],
      };
      return (await done(createPrivateKeys, { privateKeys: [key] })).privateKeys[0]?.privateKeyId;
    },
  },
  listPrivateKeyTags: {
    id: 'tagId',
    async make({ done }, index) {
      return (await done(createPrivateKeyTag, { privateKeyTagName: `Tag ${index}`, privateKeyIds: [] }))
        .privateKeyTagId;
    },
  },
  listSmartContractInterfaces: {
    id: 'smartContractInterfaceId',
    async make({ done }, index) {
      const smartContractAddress = `0x${index.toString(16).padStart(40, '0')}`;
      const smartContractInterface = JSON.stringify([{ type: 'function', name: 'stop', inputs: [] }]);
      const type = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const;
      const made = { smartContractAddress, smartContractInterface, type, label: `Interface ${index}` };
      return (await done(createSmartContractInterface, made)).smartContractInterfaceId;
    },
  },
  listSuborgs: { isPaged: true, make: subOrganization },
  listVerifiedSuborgs: {
    isPaged: true,
    request: async () => ({ filterType: ada.kind, filterValue: ada.contact }),
    async make(by, index) {
      const organizationId = await subOrganization(by, index);
      const { db } = by.service.service.tools.store;
      const holder = { organizationId, userId: by.root.userId, throughProxy: false, language: null };
      await addContact(db, { ...ada, parentId: by.root.organizationId }, holder);
      return organizationId;
    },
  },
  listTvcApps: { id: 'id', make: async ({ done }) => (await done(createTvcApp, await app())).appId },
  listTvcAppDeployments: {
    id: 'id',
    request: async ({ done }) => ({ appId: (await done(createTvcApp, await app())).appId }),
    async make({ done }, index, { appId }: { appId: string }) {
      const deployment = { ...deploymentOf(appId), pivotArgs: [String(index)] };
      return (await done(createTvcDeployment, deployment)).deploymentId;
    },
  },
  listUsers: { id: 'userId', make: user },
  listUserTags: {
    id: 'tagId',
    make: async ({ done }, index) =>
      (await done(createUserTag, { userTagName: `Tag ${index}`, userIds: [] })).userTagId,
  },
  listWallets: {
    id: 'walletId',
    make: async ({ done }, index) =>
      (await done(createWallet, { walletName: `Wallet ${index}`, accounts: [] })).walletId,
  },
  listWalletAccounts: {
    isPaged: true,
    id: 'path',
    request: async ({ done }) => ({
      walletId: (await done(createWallet, { walletName: 'Wallet', accounts: [] })).walletId,
    }),
    async make({ done }, index, { walletId }: { walletId: string }) {
      const accounts = [{ ...account, path: pathOf(index) }];
      await done(createWalletAccounts, { walletId, accounts } as RequestOf<typeof createWalletAccounts>);
      return pathOf(index);
    },
  },
  listWebhookEndpoints: {
    id: 'endpointId',
    async make({ done }, index) {
      return (await done(createWebhookEndpoint, { url: 'https://example.com/', name: `Endpoint ${index}` })).endpointId;
    },
  },
  listWebhookDeliveries: {
    isPaged: true,
    order: 'newest first',
    id: 'activityId',
    async request({ done }) {
      const { endpointId } = await done(createWebhookEndpoint, { url: 'https://example.com/', name: 'Endpoint' });
      return { endpointId };
    },
    make: rename,
  },
  getApiKeys: {
    id: 'apiKeyId',
    most: 10,
    request: ofUser,
    async make({ done }, index, { userId }: { userId: string }) {
      const apiKeys = [apiKeyOf(await createSigningKey(), `Key ${index}`)];
      return (await done(createApiKeys, { userId, apiKeys })).apiKeyIds[0];
    },
  },
  getAuthenticators: {
    id: 'authenticatorId',
    most: 10,
    request: ofUser,
    async make({ done }, _, { userId }: { userId: string }) {
      const authenticators = [await (await createPasskey()).register()];
      return (await done(createAuthenticators, { userId, authenticators })).authenticatorIds[0];
    },
  },
  getOauthProviders: {
    id: 'providerId',
    most: 10,
    request: ofUser,
    make({ service, root }, index, { userId }: { userId: string }) {
      const { tools } = service.service;
      const organization = { organization_id: root.organizationId, parent_id: null };
      const holder = { organization, userId, loginId: null, nowMs: service.clock() };
      const identity = { issuer: 'https://issuer.example.com', audience: 'app', subject: String(index) };
      return tools.store.transaction((transaction) =>
        addProvider(tools, transaction, holder, { ...identity, providerName: `Provider ${index}` }),
      );
    },
  },
};
