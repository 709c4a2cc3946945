import type { Client } from '../../src/client/createClient.js';
import { createClient } from '../../src/client/createClient.js';
import { loginWithOtp } from '../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../src/client/flows/requestOtp.js';
import type { ClientSettings } from '../../src/client/settings.js';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import type { Session } from '../../src/sessions/session.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';

export const ada = 'ada@example.com';

/** A service in memory, and a client on a device of its own. */
export async function openService(
  settings: Partial<ClientSettings> = {},
): Promise<{ service: TestService; client: Client }> {
  const service = await createTestService();
  return { service, client: newClient(service, settings) };
}

/** A client on a device of its own. */
export function newClient(service: TestService, settings: Partial<ClientSettings> = {}): Client {
  return createClient({ ...service.settings, random: () => 0, keys: memoryKeyStore(), ...settings });
}

/** Requests a code and logs in with it. */
export async function logIn(service: TestService, client: Client, contact: string = ada): Promise<Session> {
  return loginWithOtp(client, await receiveCode(service, client, contact));
}

/** Requests a code. @returns what the login takes: the code from the inbox, and its id. */
export async function receiveCode(
  service: TestService,
  client: Client,
  contact: string = ada,
): Promise<{ otpIds: string[]; otpCode: string }> {
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const { otpId } = await requestOtp(client, { otpType, contact });
  return { otpIds: [otpId], otpCode: lastCode(service, contact) };
}

/** The code of the newest message to a contact. */
export function lastCode(service: TestService, contact: string = ada): string {
  const code = service.inbox.lastCode(contact);
  if (code === undefined) throw new Error(`no code was sent to ${contact}`);
  return code;
}

/** Another code of the same length. */
export const wrong = (code: string): string => code.replace(/^./, (first) => (first === '0' ? '1' : '0'));
