import { proxyOtpVerifyV2 } from '../../../../src/contract/proxyV2.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { sealableCode } from '../../../support/sealedCodes.js';
import { callProxy } from '../../../support/wire.js';

/** A code that comes back sealed. */
export async function codesFlow(test: TestService): Promise<void> {
  const { otpId, seal } = await sealableCode(test, 'sealed@example.com');
  const { publicKey } = await createSigningKey();
  await callProxy(test, proxyOtpVerifyV2, { otpId, encryptedOtpBundle: await seal(publicKey) });
}
