import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInvitations } from '../../../../src/contract/invitations.js';
import { removeOrganizationFeature } from '../../../../src/contract/organizations.js';
import { initOtp, otpLogin } from '../../../../src/contract/otp.js';
import { createPolicies, createPolicy } from '../../../../src/contract/policies.js';
import { proxyAccount, proxyOtpLogin } from '../../../../src/contract/proxy.js';
import { proxyOtpLoginV2 } from '../../../../src/contract/proxyV2.js';
import type { RefusalCode } from '../../../../src/contract/refusals.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { updateUserEmail } from '../../../../src/contract/userContacts.js';
import { createUsers, updateUserName } from '../../../../src/contract/users.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../../src/crypto/tokens.js';
import { attestedStamper } from '../../../../src/stampers/attestedStamp.js';
import { loginMessage, signClientMessage } from '../../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { verifyPlainOtp } from '../../../support/plainCodes.js';
import { tooMany } from '../../../support/policies/costly.js';
import { callProxy, envelope, post, verifiedToken } from '../../../support/wire.js';

/** Not on the curve. */
const noKey = `02${'ff'.repeat(32)}`;
const guest = 'guest@example.com';

let service: TestService;
let root: Party;
let ada: Party;
beforeEach(async () => {
  const codesPerContactAndAddress = { most: 100, windowSeconds: 600 };
  service = await createTestService({ config: { codesPerContactAndAddress } });
  root = await rootOf(service);
  [ada] = (await makeSubOrganization(service)).users;
});
afterEach(() => service.close());

/** A member of Ada's organization with a verified contact. */
async function member(contact: string): Promise<Party> {
  const bob = await makeMember(service, ada.organizationId, root.organizationId, 'Bob');
  const { token } = await verifiedToken(service, contact);
  const requestBody = { userId: bob.userId, userEmail: contact, verificationToken: token };
  await done(service, ada, updateUserEmail, requestBody);
  return bob;
}

/** A guest, invited by a member whom a policy allows it, whose address another policy means. */
async function inviteBelowTheQuorum(): Promise<void> {
  const bob = await makeMember(service, ada.organizationId, root.organizationId, 'Bob');
  const condition = "activity.resource == 'INVITATION'";
  await done(service, ada, createPolicy, { policyName: 'Invite', effect: 'EFFECT_ALLOW', condition });
  const invitation = {
    receiverUserName: 'Guest',
    receiverUserEmail: guest,
    receiverUserTags: [],
    accessType: 'ACCESS_TYPE_WEB' as const,
    senderUserId: bob.userId,
  };
  await done(service, bob, createInvitations, { invitations: [invitation] });
  const consensus = `approvers.any(a, a.alias == '${guest}')`;
  await done(service, ada, createPolicy, { policyName: 'Named', effect: 'EFFECT_ALLOW', consensus });
}

type Shown = { readonly token: string; readonly key: SigningKey; readonly publicKey?: string };

async function request({ token, key, publicKey = key.publicKey }: Shown) {
  const message = loginMessage({ tokenId: readVerificationToken(token).id, publicKey });
  return { verificationToken: token, publicKey, clientSignature: await signClientMessage(key, message) };
}

describe.each([
  ['by the parent itself', undefined],
  ['through the auth proxy', proxyOtpLogin],
  ['through the auth proxy, by its newer call', proxyOtpLoginV2],
] as const)('a login %s', (_by, row) => {
  const refused = async (code: RefusalCode, shown: Shown) => {
    const asked = await request(shown);
    const { organizationId } = ada;
    if (!row) return refusedAs(code, service, { ...root, organizationId }, otpLogin, asked);
    await expect(callProxy(service, row, { ...asked, organizationId })).rejects.toMatchObject({ code });
  };

  test('with a token that has expired is refused', async () => {
    await member(guest);
    const shown = await verifiedToken(service, guest);
    service.clock.advanceMs(3_600_001);
    await refused('VERIFICATION_TOKEN_EXPIRED', shown);
  });

  test('with a token that is spent on another key is refused', async () => {
    await member(guest);
    const shown = await verifiedToken(service, guest);
    await callProxy(service, proxyOtpLogin, { ...(await request(shown)), organizationId: ada.organizationId });
    await refused('VERIFICATION_TOKEN_SPENT', { ...shown, publicKey: (await createSigningKey()).publicKey });
  });

  test('with a malformed key, or one in use, is refused', async () => {
    const bob = await member(guest);
    const { publicKey } = await newKey(service, ada, bob.userId);
    const shown = await verifiedToken(service, guest);
    await refused('PUBLIC_KEY_INVALID', { ...shown, publicKey: noKey });
    await refused('CREDENTIAL_CONFLICT', { ...shown, publicKey });
  });

  test('is refused where codes by e-mail are switched off', async () => {
    await member(guest);
    const shown = await verifiedToken(service, guest);
    await done(service, ada, removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    await refused('METHOD_NOT_ENABLED', shown);
  });

  test('is refused where a policy denies it', async () => {
    await member(guest);
    const policy = {
      policyName: 'No logins',
      effect: 'EFFECT_DENY',
      condition: "activity.kind == 'OTP_LOGIN'",
    } as const;
    await done(service, ada, createPolicy, policy);
    await refused('NOT_AUTHORIZED', await verifiedToken(service, guest));
  });

  test('A-63: is refused where policies that deny are too costly to ask', async () => {
    await member(guest);
    await done(service, ada, createPolicies, { policies: tooMany() });
    await refused('POLICY_TOO_COSTLY', await verifiedToken(service, guest));
  });

  test('A-70: by an invitation is refused where a policy means the name that it would give', async () => {
    await inviteBelowTheQuorum();
    await refused('ALIAS_IN_POLICY', await verifiedToken(service, guest));
  });

  test('by an invitation is refused where its name is taken meanwhile, and where there is no room', async () => {
    const invitation = {
      receiverUserName: 'Guest',
      receiverUserEmail: guest,
      receiverUserTags: [],
      accessType: 'ACCESS_TYPE_WEB' as const,
      senderUserId: ada.userId,
    };
    await done(service, ada, createInvitations, { invitations: [invitation] });
    const { userId } = await makeMember(service, ada.organizationId, root.organizationId, 'Guest');
    await refused('NAME_TAKEN', await verifiedToken(service, guest));
    await done(service, ada, updateUserName, { userId, userName: 'Another' });
    const lists = { userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] };
    const users = Array.from({ length: 98 }, (_, index) => ({ userName: `User ${index}`, ...lists }));
    await done(service, ada, createUsers, { users });
    await refused('LIMIT_REACHED', await verifiedToken(service, guest));
  });
});

test('A-70: a stamp by a verification token accepts no invitation whose name a policy means', async () => {
  await inviteBelowTheQuorum();
  const { token, key } = await verifiedToken(service, guest);
  const body = envelope(service, stampLogin, ada.organizationId, { publicKey: key.publicKey });
  const scheme = 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN';
  const { name, value } = await attestedStamper(key, token, scheme).stamp(utf8(body));
  expect(await codeOf(await post(service, stampLogin.path, body, { [name]: value }))).toBe('ALIAS_IN_POLICY');
});

test('a login as a session profile is refused: there are none', async () => {
  const shown = await verifiedToken(service, guest);
  const requestBody = { ...(await request(shown)), sessionProfileId: absentId };
  await refusedAs('NOT_YET_SUPPORTED', service, { ...root, organizationId: ada.organizationId }, otpLogin, requestBody);
});

describe('a code that the parent itself asks for', () => {
  const asked = { otpType: 'OTP_TYPE_EMAIL', contact: guest, appName: 'App' } as const;
  const init = async () => {
    const { otpId } = await done(service, root, initOtp, asked);
    await service.service.deliver();
    return { otpId, otpCode: service.inbox.lastCode(guest) ?? '' };
  };

  test('is refused for a number that is not served, past the cap, and where codes are switched off', async () => {
    const premium = { ...asked, otpType: 'OTP_TYPE_SMS', contact: '+19005550100' };
    await refusedAs('CONTACT_NOT_SERVED', service, root, initOtp, premium);
    const { otpId, otpCode } = await init();
    await service.configure({ emailsPerHour: 1 });
    await refusedAs('LOGIN_BUSY', service, root, initOtp, { ...asked, contact: 'another@example.com' });
    await done(service, root, removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    await expect(act(service, root, initOtp, asked)).rejects.toMatchObject({
      code: 'METHOD_NOT_ENABLED',
      turnkeyErrorCode: 'EMAIL_SENDING_DISABLED',
    });
    await refusedAs('METHOD_NOT_ENABLED', service, root, verifyPlainOtp, { otpId, otpCode });
  });

  test('is refused once it has expired, is spent on another key, or was guessed at three times', async () => {
    const { publicKey } = await createSigningKey();
    const code = await init();
    await refusedAs('PUBLIC_KEY_INVALID', service, root, verifyPlainOtp, { ...code, publicKey: noKey });
    await done(service, root, verifyPlainOtp, { ...code, publicKey });
    const another = await createSigningKey();
    await refusedAs('OTP_SPENT', service, root, verifyPlainOtp, { ...code, publicKey: another.publicKey });
    const second = await init();
    const wrong = { ...second, otpCode: second.otpCode === '000000' ? '000001' : '000000', publicKey };
    for (const code of ['OTP_WRONG', 'OTP_WRONG', 'TOO_MANY_ATTEMPTS'] as const)
      await refusedAs(code, service, root, verifyPlainOtp, wrong);
    const third = await init();
    service.clock.advanceMs(300_001);
    await refusedAs('OTP_EXPIRED', service, root, verifyPlainOtp, { ...third, publicKey });
  });
});

test('an account is looked up by a contact that is one', async () => {
  const { token: verificationToken } = await verifiedToken(service, guest);
  const requestBody = { filterType: 'EMAIL', filterValue: 'nobody', verificationToken };
  await expect(callProxy(service, proxyAccount, requestBody)).rejects.toMatchObject({ code: 'CONTACT_INVALID' });
});
