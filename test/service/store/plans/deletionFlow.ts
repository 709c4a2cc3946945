import { approveActivity } from '../../../../src/contract/activities.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { createInvitations } from '../../../../src/contract/invitations.js';
import { proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import { deleteSubOrganization } from '../../../../src/contract/subOrganizations.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { act, apiKeyOf, done, makeSubOrganization, type Party } from '../../../support/parties.js';
import { callProxy, loginRequest, signupRequest, verifiedToken } from '../../../support/wire.js';

/** Deletes a person's sub-organization, and one whose two root users must agree; and a guest comes to a third. */
export async function deletionFlow(test: TestService): Promise<void> {
  const everything = { deleteWithoutExport: true };
  const { token, key } = await verifiedToken(test, 'leaver@example.com');
  const signup = await signupRequest(token, key);
  const { organizationId, userId } = await callProxy<Party>(test, proxySignup, signup);
  await callProxy(test, proxyOtpLogin, await loginRequest(token, key, organizationId));
  const leaver = { key, organizationId };
  await done(test, leaver, createApiKeys, { userId, apiKeys: [apiKeyOf(await createSigningKey())] });
  await done(test, leaver, deleteSubOrganization, everything);
  test.clock.advanceMs(1);
  await callProxy(test, proxySignup, signup).catch(() => {});
  await acceptedInvitation(test);
  const { users } = await makeSubOrganization(test, { roots: 2, threshold: 2 });
  const [ada, bob] = users as [Party, Party];
  const { fingerprint } = await act(test, ada, deleteSubOrganization, everything);
  await done(test, bob, approveActivity, { fingerprint });
  await largeOrganization(test);
  await withdrawnVote(test);
}

/** A key votes, and is deleted while others are waited for. */
async function withdrawnVote(test: TestService): Promise<void> {
  const { users } = await makeSubOrganization(test, { roots: 3, threshold: 3 });
  const [ada, bob] = users as [Party, Party, Party];
  const key = await createSigningKey();
  const { apiKeyIds } = await done(test, ada, createApiKeys, { userId: ada.userId, apiKeys: [apiKeyOf(key)] });
  await act(test, { ...ada, key }, createWallet, { walletName: 'Withdrawn', accounts: [] });
  const { fingerprint } = await act(test, bob, createWallet, { walletName: 'Waits', accounts: [] });
  await act(test, { ...ada, key }, approveActivity, { fingerprint });
  await done(test, ada, deleteApiKeys, { userId: ada.userId, apiKeyIds });
}

/** Of more rows than one statement deletes. */
async function largeOrganization(test: TestService): Promise<void> {
  const [owner] = (await makeSubOrganization(test)).users;
  const answers = Array.from({ length: 2500 }, (_, index) => ({
    organization_id: owner.organizationId,
    activity_id: `answer ${index}`,
  }));
  await test.service.tools.store.db.insertInto('sealed_answers').values(answers).execute();
  await done(test, owner, deleteSubOrganization, { deleteWithoutExport: true });
  test.clock.advanceMs(60_000);
  await test.service.deliver();
}

/** With a tag; and the address logs in where it was invited. */
async function acceptedInvitation(test: TestService): Promise<void> {
  const [host] = (await makeSubOrganization(test)).users;
  const { userTagId } = await done(test, host, createUserTag, { userTagName: 'Guests', userIds: [] });
  const guest = { receiverUserName: 'Guest', receiverUserEmail: 'guest@example.com', receiverUserTags: [userTagId] };
  const sent = { accessType: 'ACCESS_TYPE_WEB', senderUserId: host.userId } as const;
  await done(test, host, createInvitations, { invitations: [{ ...guest, ...sent }] });
  const { token, key } = await verifiedToken(test, 'guest@example.com');
  await callProxy(test, proxyOtpLogin, await loginRequest(token, key, host.organizationId));
}
