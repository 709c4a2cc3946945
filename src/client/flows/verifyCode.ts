import { proxyOtpVerify } from '../../contract/proxy.js';
import { RefusedError } from '../../contract/refusals.js';
import { callProxy } from '../callProxy.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { loadPart } from '../loadPart.js';
import { serviceConfig } from '../serviceConfig.js';

/**
 * The verification token for a typed code. A person who requested several codes may type any of them, since mail may arrive late: if one id
 * refuses the code, the next is tried. The code is sent sealed if it was requested so.
 *
 * @param otpIds - newest first
 * @throws {RefusedError} the newest id's refusal, where the code fits none
 */
export async function verifyCode(
  client: Client,
  { otpIds, otpCode, publicKey }: { otpIds: readonly string[]; otpCode: string; publicKey: string },
  requestOptions: RequestOptions,
): Promise<string> {
  let refusal: RefusedError | undefined;
  for (const otpId of otpIds)
    try {
      return await verify(client, otpId, { otpCode, publicKey }, requestOptions);
    } catch (error) {
      if (!isAboutTheCode(error)) throw error;
      refusal ??= error;
    }
  throw refusal ?? new RefusedError('OTP_EXPIRED', 'No code is under way. Ask for a new one.', 3, 400);
}

async function verify(
  client: Client,
  otpId: string,
  typed: { otpCode: string; publicKey: string },
  requestOptions: RequestOptions,
): Promise<string> {
  if ((await serviceConfig(client, requestOptions))?.otpEncryption) {
    const { verifySealed } = await loadPart(import('./sealedCodes.js'));
    const token = await verifySealed(client, otpId, typed, requestOptions);
    if (token !== undefined) return token;
  }
  return (await callProxy(client, proxyOtpVerify, { otpId, ...typed }, requestOptions)).verificationToken;
}

/** Whether the refusal is about this code, and not about the request or the page. */
const isAboutTheCode = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && (error.code.startsWith('OTP_') || error.code === 'TOO_MANY_ATTEMPTS');
