import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';

/** What a program outside reads at `/dev/config`. */
export type DevConfig = { authProxyUrl: string; authProxyConfigId: string; organizationId: string };

/** Logs a person in over HTTP, with the code that `codeOf` finds; asks again until the code has landed there. */
export async function logIn(
  settings: Pick<ClientSettings, 'authProxyUrl' | 'authProxyConfigId'> & Partial<ClientSettings>,
  contact: string,
  codeOf: (contact: string) => Promise<string | undefined>,
): Promise<Client> {
  const client = createClient({ ...settings, keys: memoryKeyStore() });
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  for (let tries = 0; tries < 1_200; tries += 1) {
    const otpCode = await codeOf(contact);
    if (otpCode !== undefined) {
      await loginWithOtp(client, { otpIds: [otpId], otpCode });
      return client;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code came to ${contact}`);
}

/** Reads the newest code in a development inbox. */
export const inboxOf =
  (url: string) =>
  async (contact: string): Promise<string | undefined> => {
    const response = await fetch(`${url}/dev/inbox?contact=${encodeURIComponent(contact)}`);
    const [newest] = (await response.json()) as { code: string }[];
    return newest?.code;
  };
