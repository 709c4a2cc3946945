import type { QueryClient } from '@tanstack/react-query';
import { cleanup, type RenderHookResult, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { onTestFinished } from 'vitest';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import type { Session } from '../../../src/sessions/session.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';

export const ada = 'ada@example.com';

/** The service in this page, a client on its own device, and a function that renders a hook. */
export type Kit = {
  service: TestService;
  client: Client;
  wrapper: (props: { children: ReactNode }) => ReactNode;
  /** Renders a hook below a provider, in strict mode. */
  render: <Shown>(hook: () => Shown) => RenderHookResult<Shown, undefined>;
  logIn: (contact?: string) => Promise<Session>;
  receiveCode: (contact?: string) => Promise<{ otpIds: string[]; otpCode: string }>;
};

type KitSettings = Pick<ClientSettings, 'descriptors' | 'chains' | 'tokens' | 'confirmSignatures'> & {
  readonly queryClient?: QueryClient;
  readonly language?: string | undefined;
  /** Hears the path of each request. */
  readonly onRequest?: ((path: string) => void) | undefined;
};

export async function openKit({ queryClient, language, onRequest, ...settings }: KitSettings = {}): Promise<Kit> {
  const service = await createTestService({ wasmUrl });
  const client = createClient({
    ...{ ...service.settings, ...settings },
    fetch(...request) {
      onRequest?.(new URL(new Request(...request).url).pathname);
      return service.settings.fetch(...request);
    },
    keys: memoryKeyStore(),
    random: () => 0,
    ...(language && { language }),
  });
  onTestFinished(async () => {
    cleanup();
    await service.close();
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <LatchkeyProvider client={client} queryClient={queryClient}>
        {children}
      </LatchkeyProvider>
    </StrictMode>
  );
  const receiveCode = async (contact = ada) => {
    const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
    return { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' };
  };
  return {
    service,
    client,
    wrapper,
    render: (hook) => renderHook(hook, { wrapper }),
    receiveCode,
    logIn: async (contact) => loginWithOtp(client, await receiveCode(contact)),
  };
}
