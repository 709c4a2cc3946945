import { createInvitations } from '../../../../src/contract/invitations.js';
import { proxyOtpVerifyV2 } from '../../../../src/contract/proxyV2.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { attestedStamper } from '../../../../src/stampers/attestedStamp.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { done, makeSubOrganization } from '../../../support/parties.js';
import { sealableCode } from '../../../support/sealedCodes.js';
import { callProxy, envelope, post, signUp, verifiedToken } from '../../../support/wire.js';

/** A code that is returned encrypted, and stamps by verification tokens. */
export async function codesFlow(test: TestService): Promise<void> {
  const { otpId, seal } = await sealableCode(test, 'sealed@example.com');
  const { publicKey } = await createSigningKey();
  await callProxy(test, proxyOtpVerifyV2, { otpId, encryptedOtpBundle: await seal(publicKey) });
  await signUp(test, 'stamps@example.com');
  await logIn(test, 'stamps@example.com', test.organizationId);
  const [ada] = (await makeSubOrganization(test)).users;
  const invitation = {
    receiverUserName: 'Invited by code',
    receiverUserEmail: 'invited-by-code@example.com',
    receiverUserTags: [],
    accessType: 'ACCESS_TYPE_WEB' as const,
    senderUserId: ada.userId,
  };
  await done(test, ada, createInvitations, { invitations: [invitation] });
  await logIn(test, invitation.receiverUserEmail, ada.organizationId);
}

/** By a stamp with a verification token; the same bytes twice. */
async function logIn(test: TestService, contact: string, organizationId: string): Promise<void> {
  const { token, key } = await verifiedToken(test, contact);
  const body = envelope(test, stampLogin, organizationId, { publicKey: key.publicKey });
  const stamper = attestedStamper(key, token, 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN');
  const { name, value } = await stamper.stamp(utf8(body));
  for (const time of ['first', 'again']) {
    const response = await post(test, stampLogin.path, body, { [name]: value });
    if (!response.ok) throw new Error(`The ${time} login was refused: ${await response.text()}`);
  }
}
