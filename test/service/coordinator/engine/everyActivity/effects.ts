import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../../../src/contract/authProxy.js';
import { createInvitations } from '../../../../../src/contract/invitations.js';
import { createOauthProviders } from '../../../../../src/contract/oauth.js';
import {
  type CreateOauth2CredentialParameters,
  createOauth2Credential,
  deleteOauth2Credential,
} from '../../../../../src/contract/oauth2.js';
import {
  type ListOauth2CredentialsResponse,
  listOauth2Credentials,
} from '../../../../../src/contract/oauth2.queries.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../../src/contract/organizations.js';
import { initOtp } from '../../../../../src/contract/otp.js';
import { initOtpAuth } from '../../../../../src/contract/otpAuth.js';
import { createPrivateKeyTag } from '../../../../../src/contract/privateKeys.js';
import type { ActivityRow, RequestOf } from '../../../../../src/contract/row.js';
import type { activityRows } from '../../../../../src/contract/rows.js';
import { suspendSubOrganization } from '../../../../../src/contract/subOrganizations.js';
import { getTvcDeployment } from '../../../../../src/contract/tvc.queries.js';
import type { TvcDeployment } from '../../../../../src/contract/tvc.records.js';
import { deleteTvcDeployment } from '../../../../../src/contract/tvcDeployments.js';
import { updateUserEmail } from '../../../../../src/contract/userContacts.js';
import { createWallet, createWalletAccounts } from '../../../../../src/contract/wallets.js';
import { createWebhookEndpoint } from '../../../../../src/contract/webhooks.js';
import {
  type ListWebhookDeliveriesResponse,
  listWebhookDeliveries,
} from '../../../../../src/contract/webhooks.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { limits } from '../../../../../src/service/limits/limits.js';
import type { TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import { exampleOf } from '../../../../support/examples/examples.js';
import { targetPublicKey } from '../../../../support/examples/exports.js';
import { sealedFor } from '../../../../support/examples/oauth2.js';
import { approvalsBy, operator } from '../../../../support/examples/tvc.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import { type Oauth2TestProvider, startOauth2Provider } from '../../../../support/oauth2Provider.js';
import { act, done, type Party } from '../../../../support/parties.js';
import { sealable } from '../../../../support/sealedCodes.js';
import { ask, loginRequest, verifiedToken } from '../../../../support/wire.js';
import { privateKeyToImport, walletToImport } from './imports.js';
import { type FurnishedPlace, makePlace } from './places.js';

/** Who asks, where. */
export type Asking = { readonly test: TestService; readonly place: FurnishedPlace; readonly by: Party };

type Rows = typeof activityRows;
type Effects = { readonly [Name in keyof Rows]?: (asking: Asking) => Promise<RequestOf<Rows[Name]>> };

const token = async (test: TestService, contact: string) => (await verifiedToken(test, contact)).token;
const email = () => `${unique('guest')}@example.com`;
/** As a member of the root quorum who needs nobody's consent. */
const asRoot =
  ({ test, place }: Asking) =>
  <R extends ActivityRow>(row: R, parameters: RequestOf<R>) =>
    done(test, place.roots[0], row, parameters);

/** The issuer of each service, which the parent of its sub-organization's place knows. */
const issuers = new WeakMap<TestService, TestIssuer>();

/** An identity that nobody has used, asked for by that key. */
async function provider(test: TestService, publicKey: string) {
  const issuer = issuers.get(test) ?? (await startIssuer(test.clock));
  if (!issuers.has(test)) await test.configure({ ...issuer.config, acceptUnboundProviderTokens: true });
  issuers.set(test, issuer);
  return { providerName: 'Example ID', oidcToken: await issuer.token(publicKey, { sub: unique('subject') }) };
}

/** Asks for a wallet that waits for a vote. @returns its fingerprint. */
async function proposed({ test, place }: Asking): Promise<{ fingerprint: string }> {
  const parameters = { walletName: unique('Proposed'), accounts: [] };
  const { fingerprint } = await act(test, place.waiting, createWallet, parameters);
  return { fingerprint };
}

let startedProvider: Promise<Oauth2TestProvider> | undefined;
/** Where the service of these tests exchanges codes. */
export const oauth2Provider = (): Promise<Oauth2TestProvider> => {
  startedProvider ??= startOauth2Provider();
  return startedProvider;
};

/** An app for an organization that has no other but that one: what its auth proxy knows of all of them is one text. */
async function onlyApp(asking: Asking, kept?: string): Promise<CreateOauth2CredentialParameters> {
  const { test, place } = asking;
  const [{ key, organizationId }] = place.roots;
  const there = await ask<ListOauth2CredentialsResponse>(test, key, listOauth2Credentials, { organizationId });
  for (const { oauth2CredentialId } of there.oauth2Credentials) {
    if (oauth2CredentialId !== kept) await asRoot(asking)(deleteOauth2Credential, { oauth2CredentialId });
  }
  const encryptedClientSecret = await sealedFor(test, organizationId);
  return { provider: 'OAUTH2_PROVIDER_X', clientId: unique('client'), encryptedClientSecret };
}

/** A verified address of a user. */
async function contactOfUser(asking: Asking): Promise<string> {
  const contact = email();
  const userId = await asking.place.has.spare('userId');
  const verificationToken = await token(asking.test, contact);
  await asRoot(asking)(updateUserEmail, { userId, userEmail: contact, verificationToken });
  return contact;
}

const mailTo = (contact: string) => ({
  email: contact,
  targetPublicKey,
  emailCustomization: { appName: 'Latchkey' },
});

/** What a row is asked that shall do something each time, where its example is refused, or does nothing when it was asked before. */
const effects: Effects = {
  approveActivity: proposed,
  rejectActivity: proposed,
  async enableAuthProxy(asking) {
    await asRoot(asking)(disableAuthProxy, {});
    return {};
  },
  async disableAuthProxy(asking) {
    await asRoot(asking)(enableAuthProxy, {});
    return {};
  },
  async updateAuthProxyConfig(asking) {
    await asRoot(asking)(updateAuthProxyConfig, { otpLength: 6 });
    return { otpLength: 8 };
  },
  async oauth2Authenticate(asking) {
    const { clientId, exchangeFor } = await oauth2Provider();
    const app = { ...(await onlyApp(asking)), clientId };
    const { oauth2CredentialId } = await asRoot(asking)(createOauth2Credential, app);
    return { oauth2CredentialId, ...(await exchangeFor('x', 'Ada', (await createSigningKey()).publicKey)) };
  },
  createOauth2Credential: (asking) => onlyApp(asking),
  async updateOauth2Credential(asking) {
    const { oauth2CredentialId } = await asRoot(asking)(createOauth2Credential, await onlyApp(asking));
    return { ...(await onlyApp(asking, oauth2CredentialId)), oauth2CredentialId };
  },
  async deleteOauth2Credential(asking) {
    return asRoot(asking)(createOauth2Credential, await onlyApp(asking));
  },
  async createWalletAccounts({ place }) {
    const path = `m/44'/60'/0'/2/${unique('0').slice(2)}`;
    const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path } as const;
    return { walletId: place.has.walletId, accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }] };
  },
  async deletePrivateKeyTags(asking) {
    const tag = { privateKeyTagName: unique('Tag'), privateKeyIds: [asking.place.has.privateKeyId] };
    return { privateKeyTagIds: [(await asRoot(asking)(createPrivateKeyTag, tag)).privateKeyTagId] };
  },
  async deleteInvitation(asking) {
    const invited = { receiverUserName: unique('Guest'), receiverUserEmail: email(), receiverUserTags: [] };
    const { invitationIds } = await asRoot(asking)(createInvitations, {
      invitations: [{ ...invited, accessType: 'ACCESS_TYPE_ALL', senderUserId: asking.place.roots[0].userId }],
    });
    return { invitationId: invitationIds[0] ?? '' };
  },
  initImportWallet: async ({ by }) => ({ userId: by.userId }),
  initImportPrivateKey: async ({ by }) => ({ userId: by.userId }),
  importWallet: walletToImport,
  importPrivateKey: privateKeyToImport,
  async exportWalletAccount(asking) {
    const path = `m/44'/60'/0'/3/${unique('0').slice(2)}`;
    const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path } as const;
    const { addresses } = await asRoot(asking)(createWalletAccounts, {
      walletId: asking.place.has.walletId,
      accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
    });
    return { address: addresses[0] ?? '', targetPublicKey };
  },
  deleteSubOrganization: async () => ({ deleteWithoutExport: true }),
  async removeOrganizationFeature(asking) {
    await asRoot(asking)(setOrganizationFeature, { name: 'FEATURE_NAME_SMS_AUTH', value: '' });
    return { name: 'FEATURE_NAME_SMS_AUTH' };
  },
  async setOrganizationFeature(asking) {
    await asRoot(asking)(removeOrganizationFeature, { name: 'FEATURE_NAME_SMS_AUTH' });
    return { name: 'FEATURE_NAME_SMS_AUTH', value: '' };
  },
  suspendSubOrganization: async ({ place }) => ({
    subOrganizationId: await place.has.spare('suspendedId'),
    reason: 'A stolen phone',
  }),
  async sendLoginLink(asking) {
    const { test, place } = asking;
    const subOrganizationId = await place.has.spare('suspendedId');
    await asRoot(asking)(enableAuthProxy, {});
    await asRoot(asking)(updateAuthProxyConfig, { loginUrl: 'https://app.example.com/login' });
    const proved = await test.service.tools.store.db
      .updateTable('users')
      .set({ email: email(), email_verified: 1 })
      .where('organization_id', '=', subOrganizationId)
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return { subOrganizationId, userId: proved.user_id, page: 'LOGIN' };
  },
  async resumeSubOrganization(asking) {
    const subOrganizationId = await asking.place.has.spare('suspendedId');
    await asRoot(asking)(suspendSubOrganization, { subOrganizationId, reason: 'A stolen phone' });
    return { subOrganizationId };
  },
  updateOrganizationName: async () => ({ organizationName: unique('Renamed') }),
  updateRootQuorum: async ({ place }) => ({ threshold: 3, userIds: place.roots.map(({ userId }) => userId) }),
  async verifyOtp(asking) {
    const contact = email();
    const request = { otpType: 'OTP_TYPE_EMAIL' as const, contact, appName: 'App' };
    const sent = await asRoot(asking)(initOtp, request);
    await asking.test.service.deliver();
    const otpCode = asking.test.inbox.lastCode(contact) ?? '';
    const { otpId, seal } = sealable(asking.place.roots[0], { ...sent, otpCode });
    return { otpId, encryptedOtpBundle: await seal((await createSigningKey()).publicKey) };
  },
  emailAuth: async (asking) => mailTo(await contactOfUser(asking)),
  initOtpAuth: async (asking) => ({
    otpType: 'OTP_TYPE_EMAIL',
    contact: await contactOfUser(asking),
    appName: 'Latchkey',
  }),
  async otpAuth(asking) {
    const contact = await contactOfUser(asking);
    const sent = await asRoot(asking)(initOtpAuth, { otpType: 'OTP_TYPE_EMAIL', contact, appName: 'Latchkey' });
    await asking.test.service.deliver();
    return { otpId: sent.otpId, otpCode: asking.test.inbox.lastCode(contact) ?? '', targetPublicKey };
  },
  initUserEmailRecovery: async (asking) => mailTo(await contactOfUser(asking)),
  async otpLogin(asking) {
    const contact = await contactOfUser(asking);
    const again = await verifiedToken(asking.test, contact);
    return (await loginRequest(again.token, again.key)) as RequestOf<Rows['otpLogin']>;
  },
  async createOauthProviders({ test, place }) {
    const userId = await place.has.spare('userId');
    return { userId, oauthProviders: [await provider(test, (await createSigningKey()).publicKey)] };
  },
  async oauthLogin(asking) {
    const { publicKey } = await createSigningKey();
    const userId = await asking.place.has.spare('userId');
    const { oidcToken, ...named } = await provider(asking.test, publicKey);
    await asRoot(asking)(createOauthProviders, { userId, oauthProviders: [{ ...named, oidcToken }] });
    return { oidcToken, publicKey };
  },
  async createTvcManifestApprovals({ test, place }) {
    const deploymentId = await place.has.spare('tvcDeploymentId');
    const { tvcDeployment } = await ask<{ tvcDeployment: TvcDeployment }>(test, place.roots[0].key, getTvcDeployment, {
      organizationId: place.organizationId,
      deploymentId,
    });
    const approvals = await approvalsBy(await operator, tvcDeployment);
    return { manifestId: tvcDeployment.manifest.id, approvals };
  },
  setTvcAppLiveDeployment: async ({ place }) => ({ deploymentId: await place.has.spare('tvcApprovedDeploymentId') }),
  deleteTvcDeployment: async ({ place }) => ({ deploymentId: await place.has.spare('tvcDeploymentId') }),
  async restoreTvcDeployment(asking) {
    const deploymentId = await asking.place.has.spare('tvcDeploymentId');
    await asRoot(asking)(deleteTvcDeployment, { deploymentId });
    return { deploymentId };
  },
  async resendWebhookDelivery(asking) {
    const { test, place } = asking;
    const [{ key, organizationId }] = place.roots;
    const made = { url: 'https://example.com/again', name: unique('Endpoint') };
    const { endpointId } = await asRoot(asking)(createWebhookEndpoint, made);
    await asRoot(asking)(createWallet, { walletName: unique('Told'), accounts: [] });
    const request = { organizationId, endpointId };
    const { webhookDeliveries } = await ask<ListWebhookDeliveriesResponse>(test, key, listWebhookDeliveries, request);
    test.clock.advanceMs(limits.secondsBetweenResends.most * 1000);
    return { endpointId, eventId: webhookDeliveries[0]?.eventId ?? '' };
  },
  sendTestMessage: async ({ test, place, by }) => {
    // Set here, so that no vote is needed for it.
    const { db } = test.service.tools.store;
    await db
      .updateTable('users')
      .set({ email: `${by.userId}@example.com`, email_verified: 1 })
      .where('organization_id', '=', place.organizationId)
      .where('user_id', '=', by.userId)
      .execute();
    return { channel: 'EMAIL' };
  },
  updateUser: async ({ place }) => ({ userId: await place.has.spare('userId'), userName: unique('Name') }),
  updateUserName: async ({ place }) => ({ userId: await place.has.spare('userId'), userName: unique('Name') }),
  updateUserEmail: async ({ place }) => ({ userId: await place.has.spare('userId'), userEmail: email() }),
  updateUserPhoneNumber: async ({ place }) => ({
    userId: await place.has.spare('userId'),
    // Four digits of it, also after the ten thousandth name.
    userPhoneNumber: `+1415555${unique('0').slice(2).padStart(4, '0').slice(-4)}`,
  }),
  deleteUsers: async ({ place }) => ({ userIds: [await place.has.spare('userId')] }),
  createUserTag: async ({ place }) => ({ userTagName: unique('Tag'), userIds: [await place.has.spare('userId')] }),
  updateUserTag: async ({ place }) => ({
    userTagId: place.has.userTagId,
    newUserTagName: unique('Tag'),
    addUserIds: [await place.has.spare('userId')],
    removeUserIds: [],
  }),
  deleteUserTags: async ({ place }) => ({ userTagIds: [await place.has.spare('userTagId')] }),
};

/** A request that does what its row is for. */
export async function effectiveRequest(name: keyof Rows, asking: Asking): Promise<object> {
  const effect: ((asking: Asking) => Promise<unknown>) | undefined = effects[name];
  if (effect) return (await effect(asking)) as object;
  return exampleOf(name).request({ ...asking.place.has, rootUserId: asking.by.userId });
}

/** An organization where it can be done: one of its own for what ends it. */
export async function placeFor(
  name: keyof Rows,
  { test, ...shared }: { test: TestService; parent: FurnishedPlace; sub: FurnishedPlace },
): Promise<FurnishedPlace> {
  if (name === 'deleteSubOrganization') return { ...(await makePlace(test, 'sub-organization')), has: shared.sub.has };
  const { inParent, inSub } = exampleOf(name);
  return name === 'verifyOtp' ||
    name === 'sendLoginLink' ||
    name === 'sendTestMessage' ||
    name === 'createOauth2Credential' ||
    name === 'oauth2Authenticate' ||
    name === 'resendWebhookDelivery' ||
    (inSub !== undefined && inParent === undefined)
    ? shared.parent
    : shared.sub;
}
