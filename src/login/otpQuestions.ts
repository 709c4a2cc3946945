import type { Client } from '../client/createClient.js';
import { loginWithOtp } from '../client/flows/loginWithOtp.js';
import { requestOtp } from '../client/flows/requestOtp.js';
import type { Session } from '../sessions/session.js';
import { codeFormSent } from './codeText.js';
import type { Contact, Sent, SentCode } from './otpMachine.js';

/** Sends a code, which is told to live so long. */
export async function askForCode(client: Client, to: Contact, lifetimeMs: number): Promise<SentCode> {
  const otpType = to.channel === 'email' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
  const { otpId, ...sent } = await requestOtp(client, { otpType, contact: to.address });
  return { otpId, expiresAtMs: client.clock.onDevice() + lifetimeMs, form: codeFormSent(sent) };
}

/** Logs in with a typed code, which may be that of any message that was sent. */
export function tryCode(client: Client, sent: Sent, otpCode: string): Promise<Session> {
  return loginWithOtp(client, { otpIds: idsAlive(sent, client.clock.onDevice()), otpCode });
}

/**
 * The newest code, dead or not, since its refusal is the one that counts, and the earlier ones of its length as long as they live.
 */
function idsAlive({ codes: [newest, ...earlier] }: Sent, nowMs: number): string[] {
  const mayBeTyped = earlier.filter(
    ({ expiresAtMs, form }) => nowMs < expiresAtMs && form?.length === newest.form?.length,
  );
  return [newest, ...mayBeTyped].map(({ otpId }) => otpId);
}
