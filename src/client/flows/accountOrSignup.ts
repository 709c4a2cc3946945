import { proxyAccount } from '../../contract/proxy.js';
import type { SigningKey } from '../../crypto/p256.js';
import { readVerificationToken } from '../../crypto/tokens.js';
import { signClientMessage, signupMessage } from '../../stampers/clientSignature.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { signUpPerson } from '../session/signUpPerson.js';

/**
 * The organization of the person whose contact a verification token proves. A new person gets one, with themselves as root user and the
 * wallet of the settings. Both requests are repeatable: the same token creates one organization.
 *
 * @param key - the key that the token names
 */
export async function accountOrSignup(
  client: Client,
  key: SigningKey,
  verificationToken: string,
  requestOptions: RequestOptions,
): Promise<string> {
  const { id: tokenId, contact, verification_type: otpType } = readVerificationToken(verificationToken);
  const kind = contactKinds[otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'phone'];
  const filter = { filterType: kind.filterType, filterValue: contact, verificationToken };
  const { organizationId } = await callProxy(client, proxyAccount, filter, requestOptions);
  if (organizationId) return organizationId; // empty, or absent, without a match

  const credentials = { apiKeys: [], authenticators: [], oauthProviders: [] };
  const message = signupMessage({ tokenId, ...credentials, [kind.signedAs]: contact });
  const clientSignature = await signClientMessage(key, message);
  const names = { userName: contact, organizationName: contact, [kind.sentAs]: contact };
  const proof = { verificationToken, clientSignature };
  return signUpPerson(client, { ...names, ...credentials, ...proof }, requestOptions);
}

/** The wire's names of a contact in the look-up, in the sign-up, and in the message that is signed for it. */
const contactKinds = {
  email: { filterType: 'EMAIL', sentAs: 'userEmail', signedAs: 'email' },
  phone: { filterType: 'PHONE_NUMBER', sentAs: 'userPhoneNumber', signedAs: 'phoneNumber' },
} as const;
