import { proxyOtpInitV2 } from '../../src/contract/proxyV2.js';
import { readCodeTarget, sealCode } from '../../src/crypto/codeBundles.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { callProxy } from './wire.js';

/** A code that arrived, with the key to which the typed code is sealed. */
export type SealableCode = {
  readonly otpId: string;
  readonly otpCode: string;
  /** The key, in its signed envelope. */
  readonly target: string;
  readonly seal: (publicKey: string, typed?: string) => Promise<string>;
};

/** Requests a code that must be sealed, and reads it in the inbox. */
export async function sealableCode(test: TestService, contact = 'ada@example.com'): Promise<SealableCode> {
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const request = { otpType, contact };
  const sent = await callProxy<{ otpId: string; otpEncryptionTargetBundle: string }>(test, proxyOtpInitV2, request);
  await test.service.deliver();
  return sealable(test, { ...sent, otpCode: test.inbox.lastCode(contact) ?? '' });
}

export function sealable(
  { organizationId, trust }: { organizationId: string; trust?: TestService['trust'] },
  sent: { otpId: string; otpEncryptionTargetBundle: string; otpCode: string },
): SealableCode {
  const { otpId, otpCode, otpEncryptionTargetBundle: target } = sent;
  const signerPublicKey = trust?.tlsFetcherSignPublicKey;
  const seal = async (publicKey: string, typed = otpCode) =>
    sealCode({ otpCode: typed, publicKey }, await readCodeTarget(target, { organizationId, otpId, signerPublicKey }));
  return { otpId, otpCode, target, seal };
}
