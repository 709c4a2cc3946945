import type { Loader } from '@storybook/react-vite';
import { type Client, createClient } from '../src/client/createClient.js';
import { loginWithOtp } from '../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../src/client/flows/requestOtp.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import type { Session } from '../src/sessions/session.js';
import type { TestService, TestServiceSettings } from '../src/testing.js';
import { startTestService } from './startTestService.js';

const contact = 'ada@example.com';

/** The whole service in the page, and Ada at it, who reads the screens in a language. */
export async function loggedIn(
  config: NonNullable<TestServiceSettings['config']> = {},
  language?: string,
): Promise<{ service: TestService; client: Client; session: Session }> {
  const service = await startTestService({ config });
  const client = createClient({ ...service.settings, keys: memoryKeyStore(), ...(language && { language }) });
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  const otpCode = service.inbox.lastCode(contact) ?? '';
  return { service, client, session: await loginWithOtp(client, { otpIds: [otpId], otpCode }) };
}

/** Before a story: Ada is logged in. */
export const startLoggedIn: Loader = () => loggedIn();
