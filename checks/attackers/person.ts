import { proxyOtpInit, proxyOtpVerify, proxySignup } from '../../src/contract/proxy.js';
import type { ProxyRow } from '../../src/contract/row.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { readVerificationToken } from '../../src/crypto/tokens.js';
import { signClientMessage, signupMessage } from '../../src/stampers/clientSignature.js';
import { post } from '../../test/support/live/client.js';
import { pause } from '../../test/support/live/serve.js';
import { proxyCallOf, yes } from '../../test/support/live/wire.js';
import { ethereum } from '../crash/person.js';
import type { Site } from '../security/site.js';
import type { Honest } from './honest.js';

/** Signs a person up through the auth proxy, with a telephone number, a key and a wallet. */
export async function makePerson(site: Site, contact: string, address: string): Promise<Honest> {
  const call = async <Answer>(row: ProxyRow, request: object) => {
    const sent = proxyCallOf(site.parent.authProxyConfigId, row, request);
    const headers = { ...sent.headers, 'X-Forwarded-For': address };
    return yes<Answer>(sent, await post(site.serving.url, { ...sent, headers }));
  };
  const key = await createSigningKey();
  const { publicKey } = key;
  const { otpId } = await call<{ otpId: string }>(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
  while (site.hook.codesOf(contact).length === 0) await pause(5);
  const otpCode = site.hook.codesOf(contact).at(-1);
  const proof = { otpId, otpCode, publicKey };
  const { verificationToken } = await call<{ verificationToken: string }>(proxyOtpVerify, proof);
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const lists = { apiKeys, authenticators: [], oauthProviders: [] };
  const message = signupMessage({
    tokenId: readVerificationToken(verificationToken).id,
    ...lists,
    phoneNumber: contact,
  });
  const made = await call<{ organizationId: string; userId: string; wallet: { addresses: [string] } }>(proxySignup, {
    ...lists,
    userPhoneNumber: contact,
    userName: contact,
    verificationToken,
    wallet: { walletName: 'Wallet', accounts: [ethereum(0)] },
    clientSignature: await signClientMessage(key, message),
  });
  const { organizationId, userId } = made;
  return { key, organizationId, userId, contact, signWith: made.wallet.addresses[0] };
}
