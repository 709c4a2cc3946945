import { getActivity } from '../../../src/contract/activities.queries.js';
import { proxyAccount, proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../src/contract/proxy.js';
import type { ProxyRow } from '../../../src/contract/row.js';
import { signRawPayload } from '../../../src/contract/signing.js';
import { getUser } from '../../../src/contract/users.queries.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../src/crypto/tokens.js';
import { signClientMessage, signupMessage } from '../../../src/stampers/clientSignature.js';
import type { Sent } from '../../../test/support/live/ledger.js';
import { activityOf, proxyCallOf } from '../../../test/support/live/wire.js';
import { loginRequest } from '../../../test/support/wire.js';
import { queryOf } from '../queryOf.js';
import type { Fixtures } from './fixtures.js';

/** A request about something that exists or does not exist. */
export type Subject = {
  readonly name: string;
  /** The next request: about something that exists (0), or that does not (1). */
  readonly next: (side: 0 | 1) => Promise<Sent>;
  /** A text that every answer must contain, on either side. */
  readonly reason: string;
  /** Whether the service sends a message after each answer. */
  readonly sends?: true;
};

/** Calls that answer the same for contacts with and without an account, so that their times must be the same, too. */
export function contactSubjects(fixtures: Fixtures): Subject[] {
  const { site, attacker, contact } = fixtures;
  const { authProxyConfigId } = site.parent;
  const proxy = (row: ProxyRow, request: object) => proxyCallOf(authProxyConfigId, row, request);
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
  return [
    {
      ...about('otp_init, contact', 'otpId', async (side) =>
        proxy(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: contact(side) }),
      ),
      sends: true,
    },
    about('otp_verify, a wrong code sent to a contact', 'OTP_WRONG', async (side) => {
      const { otpId, otpCode } = await fixtures.code(contact(side));
      return proxy(proxyOtpVerify, { otpId, otpCode: wrongFor(otpCode), publicKey: attacker.party.key.publicKey });
    }),
    about('account, contact without a token', 'VERIFICATION_TOKEN_INVALID', async (side) =>
      proxy(proxyAccount, { filterType: 'PHONE_NUMBER', filterValue: contact(side) }),
    ),
    about('account, contact with another’s token', 'VERIFICATION_TOKEN_INVALID', async (side) =>
      proxy(proxyAccount, {
        filterType: 'PHONE_NUMBER',
        filterValue: contact(side),
        verificationToken: attacker.token,
      }),
    ),
    about('signup, contact without a token', 'CONTACT_NOT_VERIFIED', async (side) => {
      const { publicKey } = await createSigningKey();
      const apiKey = { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' };
      return proxy(proxySignup, { ...lists, userPhoneNumber: contact(side), apiKeys: [apiKey] });
    }),
    about('signup, contact with another’s token', 'CONTACT_NOT_VERIFIED', async (side) => {
      const phoneNumber = contact(side);
      const { token, tokenKey } = attacker;
      const message = signupMessage({ tokenId: readVerificationToken(token).id, ...lists, phoneNumber });
      const clientSignature = await signClientMessage(tokenKey, message);
      return proxy(proxySignup, {
        ...lists,
        userPhoneNumber: phoneNumber,
        verificationToken: token,
        clientSignature,
      });
    }),
  ];
}

/** Calls that answer the same for another's id and for an id that does not exist. */
export function idSubjects(fixtures: Fixtures): Subject[] {
  const { site, attacker, organization, absentId } = fixtures;
  const own = attacker.party;
  const foreign = (side: 0 | 1) => (side === 0 ? organization().organizationId : absentId());
  return [
    about('otp_login, organization', 'ACCOUNT_NOT_FOUND', async (side) =>
      proxyCallOf(
        site.parent.authProxyConfigId,
        proxyOtpLogin,
        await loginRequest(attacker.token, attacker.tokenKey, foreign(side)),
      ),
    ),
    about('get_user, user', 'USER_NOT_FOUND', async (side) =>
      queryOf(own.key, getUser, {
        organizationId: own.organizationId,
        userId: side === 0 ? organization().userId : absentId(),
      }),
    ),
    about('get_activity, activity', 'ACTIVITY_NOT_FOUND', async (side) => {
      const activityId = side === 0 ? fixtures.activityId() : absentId();
      return queryOf(own.key, getActivity, { organizationId: own.organizationId, activityId });
    }),
    about('list_wallet_accounts, wallet', 'WALLET_NOT_FOUND', async (side) => {
      const walletId = side === 0 ? fixtures.account().wallet_id : absentId();
      return queryOf(own.key, listWalletAccounts, { organizationId: own.organizationId, walletId });
    }),
    about('sign_raw_payload, address', 'SIGNER_NOT_FOUND', async (side) =>
      activityOf(own, signRawPayload, {
        signWith: side === 0 ? fixtures.account().address : fixtures.absentAddress(),
        payload: absentId(),
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_SHA256',
      }),
    ),
  ];
}

const about = (name: string, reason: string, next: Subject['next']): Subject => ({ name, reason, next });

const wrongFor = (code: string): string => (code[0] === '0' ? '1' : '0') + code.slice(1);
