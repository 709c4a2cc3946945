import { type Client, createClient } from '../client/createClient.js';
import { loginWithOtp } from '../client/flows/loginWithOtp.js';
import { requestOtp } from '../client/flows/requestOtp.js';
import type { ClientSettings } from '../client/settings.js';
import { canonicalContact, type OtpType } from '../contract/contact.js';
import { memoryKeyStore } from '../sessions/keyStore.js';
import type { Session } from '../sessions/session.js';
import type { SessionStorage } from '../sessions/sessionRecords.js';
import type { TestService } from './createTestService.js';

/** A person who is logged in: hand `client` to a `LatchkeyProvider`, or call with it. */
export type LoggedIn = { readonly client: Client; readonly session: Session };

/**
 * Logs a person in through the whole trip, with a code from the inbox; who is new is signed up, with a wallet. Each call is
 * another device: its key and its session live in memory and touch nothing of the page.
 *
 * @param contact - an e-mail address, or a phone number that begins with `+`.
 * @param settings - anything to add to what the client is told of the service.
 */
export async function logIn(
  service: TestService,
  contact: string,
  settings: Partial<ClientSettings> = {},
): Promise<LoggedIn> {
  const { clock } = service;
  const device = { keys: memoryKeyStore({ clock }), storage: memoryStorage() };
  const client = createClient({ ...service.settings, ...device, ...settings });
  const otpType: OtpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const { otpId } = await requestOtp(client, { otpType, contact });
  const otpCode = service.inbox.lastCode(canonicalContact(otpType, contact)) ?? '';
  return { client, session: await loginWithOtp(client, { otpIds: [otpId], otpCode }) };
}

function memoryStorage(): SessionStorage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}
