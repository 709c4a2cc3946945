import type { Client } from '../client/createClient.js';
import { languageOf } from '../contract/language.js';
import type { Session } from '../sessions/session.js';
import { codeFormSent } from './codeText.js';
import type { LoginConfig } from './knownConfig.js';
import { lazyPart } from './lazyPart.js';
import type { Contact, Sent, SentCode } from './otpMachine.js';

/** The flows of a login by code, which are not part of a page's first view. Screens load them once the field has the focus. */
export const fetchLogin = lazyPart(async () => {
  const [{ requestOtp }, { loginWithOtp }] = await Promise.all([
    import('../client/flows/requestOtp.js'),
    import('../client/flows/loginWithOtp.js'),
    import('../client/flows/sealedCodes.js'), // most services accept sealed codes: loaded before the connection may be lost
  ]);
  return { requestOtp, loginWithOtp };
});

/** Requests a code, with its assumed lifetime, in the language of the settings if the service supports it. */
export async function askForCode(
  client: Client,
  to: Contact,
  { lifetimeMs, config }: { lifetimeMs: number; config: LoginConfig | undefined },
): Promise<SentCode> {
  const otpType = to.channel === 'email' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
  const preferred = languageOf(client.settings.language ?? '');
  const language = preferred && config?.languages?.includes(preferred) ? preferred : undefined;
  const { requestOtp } = await fetchLogin();
  const { otpId, ...sent } = await requestOtp(client, { otpType, contact: to.address, language });
  return { otpId, expiresAtMs: client.clock.onDevice() + lifetimeMs, form: codeFormSent(sent) };
}

/** Logs in with a typed code, of any message that was sent. */
export async function loginWithCode(client: Client, sent: Sent, otpCode: string): Promise<Session> {
  const { loginWithOtp } = await fetchLogin();
  return loginWithOtp(client, { otpIds: idsAlive(sent, client.clock.onDevice()), otpCode });
}

/** The newest code, expired or not, since its refusal counts, and the valid earlier ones of its length. */
function idsAlive({ codes: [newest, ...earlier] }: Sent, nowMs: number): string[] {
  const mayBeTyped = earlier.filter(
    ({ expiresAtMs, form }) => nowMs < expiresAtMs && form?.length === newest.form?.length,
  );
  return [newest, ...mayBeTyped].map(({ otpId }) => otpId);
}
