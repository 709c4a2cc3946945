import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { onTestFinished } from 'vitest';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import type { Session } from '../../../src/sessions/session.js';
import {
  createTestService,
  type TestService,
  type TestServiceSettings,
} from '../../../src/testing/createTestService.js';

/** The service in this page, and a device of its own. */
export type Device = {
  readonly service: TestService;
  readonly client: Client;
  /** Another device, or the same one after its storage was cleared. */
  readonly another: (settings?: Partial<ClientSettings>) => Client;
  readonly logInByCode: (contact?: string) => Promise<Session>;
};

export async function openDevice(config: TestServiceSettings['config'] = {}): Promise<Device> {
  const service = await createTestService({ wasmUrl, config: { allowedAuthMethods: ['email', 'passkey'], ...config } });
  onTestFinished(() => service.close());
  const another: Device['another'] = (more = {}) =>
    createClient({ ...service.settings, keys: memoryKeyStore(), storage: emptyStorage(), random: () => 0, ...more });
  const client = another();
  return {
    service,
    client,
    another,
    async logInByCode(contact = 'ada@example.com') {
      const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
      return loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' });
    },
  };
}

function emptyStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
    clear: () => entries.clear(),
  };
}
