import type { QueryClient } from '@tanstack/react-query';
import { cleanup, type RenderHookResult, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { onTestFinished } from 'vitest';
import { ActivityPendingError } from '../../../src/client/activityPendingError.js';
import { call } from '../../../src/client/call.js';
import { type Client, createClient } from '../../../src/client/createClient.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { addUser } from '../../../src/service/coordinator/users/addUser.js';
import { memoryKeyStore } from '../../../src/sessions/keyStore.js';
import type { Session } from '../../../src/sessions/session.js';
import { keyStamper } from '../../../src/stampers/keyStamper.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';

export const ada = 'ada@example.com';

/** The service in this page, a client on a device of its own, and a way to see what a hook shows. */
export type Kit = {
  service: TestService;
  client: Client;
  wrapper: (props: { children: ReactNode }) => ReactNode;
  /** Renders a hook below a provider, in strict mode. */
  render: <Shown>(hook: () => Shown) => RenderHookResult<Shown, undefined>;
  logIn: (contact?: string) => Promise<Session>;
  receiveCode: (contact?: string) => Promise<{ otpIds: string[]; otpCode: string }>;
};

export async function openKit({ queryClient }: { queryClient?: QueryClient } = {}): Promise<Kit> {
  const service = await createTestService({ wasmUrl });
  const client = createClient({ ...service.settings, keys: memoryKeyStore(), random: () => 0 });
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

/** A second root user of the session's organization, whose wallets now need the votes of both. */
export async function secondRoot(
  { service, client }: Kit,
  { organizationId }: Session,
): Promise<{ propose: (walletName: string) => Promise<string> }> {
  const key = await createSigningKey();
  const { publicKey } = key;
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const user = { userName: 'Bob', verified: { email: false, phoneNumber: false }, apiKeys };
  const organization = { organization_id: organizationId, parent_id: service.organizationId };
  const { tools } = service.service;
  await tools.store.transaction(async (transaction) => {
    const as = { isRoot: 1, isProxy: 0, keyProof: 'given by the parent', nowMs: service.clock() } as const;
    await addUser(tools, transaction, organization, user, as);
    await transaction
      .updateTable('organizations')
      .set({ root_quorum_threshold: 2 })
      .where('organization_id', '=', organizationId)
      .execute();
  });
  return {
    /** @returns the fingerprint of the activity that waits. */
    async propose(walletName) {
      const asBob = { organizationId, stamper: keyStamper(key) };
      const error = await call(client, createWallet, { walletName, accounts: [] }, asBob).catch((thrown) => thrown);
      if (!(error instanceof ActivityPendingError)) throw error;
      return error.activity.fingerprint;
    },
  };
}
