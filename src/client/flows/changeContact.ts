import type { OtpType } from '../../contract/contact.js';
import { updateUserEmail, updateUserPhoneNumber } from '../../contract/userContacts.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { livingSession } from '../signer.js';
import { submit } from '../submit.js';
import { updateDevicePasskeys } from './updateDevicePasskeys.js';
import { verifyCode } from './verifyCode.js';

/** A contact, and the codes sent to it. */
export type ProvedContact = {
  readonly otpType: OtpType;
  /** In its canonical form, as `requestOtp` returned it. */
  readonly contact: string;
  /** The ids of the requested codes that are still valid, newest first. */
  readonly otpIds: readonly string[];
  readonly otpCode: string;
};

/**
 * Adds an e-mail address or phone number that a code proves, or replaces the person's current one, which stays until then.
 *
 * @throws {RefusedError} OTP_WRONG, OTP_EXPIRED, OTP_SPENT, TOO_MANY_ATTEMPTS; CREDENTIAL_CONFLICT: the contact is another account's;
 * FRESH_LOGIN_REQUIRED: after {@link confirmLogin} the same call goes on where it stopped
 * @throws {UnreachableError} the same call may be made again
 */
export async function changeContact(client: Client, change: ProvedContact & RequestOptions): Promise<void> {
  const { otpType, contact, otpIds, otpCode, ...requestOptions } = change;
  const session = await livingSession(client);
  const { publicKey, userId } = session;
  const tokens = proved.get(client) ?? new Map<string, string>();
  proved.set(client, tokens);
  const typed = JSON.stringify([otpIds, otpCode]);
  const verificationToken =
    tokens.get(typed) ?? (await verifyCode(client, { otpIds, otpCode, publicKey }, requestOptions));
  tokens.set(typed, verificationToken);
  const options = { ...requestOptions, session };
  if (otpType === 'OTP_TYPE_EMAIL')
    await submit(client, updateUserEmail, { userId, userEmail: contact, verificationToken }, options);
  else await submit(client, updateUserPhoneNumber, { userId, userPhoneNumber: contact, verificationToken }, options);
  tokens.delete(typed);
  void updateDevicePasskeys(client); // which never fails, and whom the change does not wait for
}

/** Verification tokens by typed code, for people who must log in again before the change: a code is good once. */
const proved = new WeakMap<Client, Map<string, string>>();
