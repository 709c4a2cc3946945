import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { useAddressProof, useGetAddressProof, useVerifyAppProof } from '../../../src/hooks/proofs.js';
import { logIn } from '../../../src/testing/logIn.js';
import { proofsBeside } from '../../support/proofs/proofsBeside.js';
import { openKit } from './kit.js';

/** Ada at a service with proofs beside it. */
async function open(says?: NonNullable<Parameters<typeof proofsBeside>[0]>['says']) {
  const { service } = await openKit();
  const { beside, asked, root } = await proofsBeside(says && { says });
  const trust = { ...service.trust, attestationRoot: root };
  const onProofFailed = vi.fn();
  const { client, session } = await logIn(service, 'ada@example.com', {
    fetch: beside(service.settings.fetch),
    trust,
    onProofFailed,
  });
  const { accounts } = await call(client, listWalletAccounts, {});
  const account = accounts[0];
  if (account === undefined) throw new Error('a new person has an account');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LatchkeyProvider client={client}>{children}</LatchkeyProvider>
  );
  return { client, session, account, asked, onProofFailed, wrapper };
}

test('the proof of an address is a coded state with its report', async () => {
  const { account, session, wrapper } = await open();
  const { result } = renderHook(() => useAddressProof(account), { wrapper });
  expect(result.current.isPending).toBe(true);
  await waitFor(() => expect(result.current.data?.state).toBe('software'));
  expect(result.current.data).toMatchObject({
    report: { address: account.address, organizationId: session.organizationId },
  });
});

test('a proof that does not verify is a state and no error, and the app is told', async () => {
  const { account, wrapper, onProofFailed } = await open((claim) => ({ ...claim, path: "m/44'/60'/0'/0/9" }));
  const { result } = renderHook(() => useAddressProof(account.address, { select: ({ state }) => state }), { wrapper });
  await waitFor(() => expect(result.current.data).toBe('failed'));
  expect(result.current.error).toBeNull();
  expect(onProofFailed).toHaveBeenCalledOnce();
});

test('nothing is requested while nobody is logged in', async () => {
  const { client, account, asked, wrapper } = await open();
  for (const { publicKey } of (await client.sessions.current()).sessions) await client.sessions.close(publicKey);
  const { result } = renderHook(() => useAddressProof(account), { wrapper });
  expect(result.current.fetchStatus).toBe('idle');
  expect(asked.filter(({ name }) => name !== 'signup')).toEqual([]);
});

test('an App Proof is verified with the Boot Proof of its key; the error is that of the step that failed', async () => {
  const { account, session, wrapper } = await open();
  const { result } = renderHook(
    () => ({ got: useGetAddressProof({ address: account.address }), verify: useVerifyAppProof() }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.got.data?.appProof).toBeDefined());
  const { appProof } = result.current.got.data ?? {};
  if (!appProof) throw new Error('there is a proof');
  const claim = { organizationId: session.organizationId, address: account.address, path: account.path };
  await expect(result.current.verify.mutateAsync({ appProof, claim })).resolves.toMatchObject({ state: 'software' });
  const ofAnother = { appProof, claim: { ...claim, path: "m/44'/60'/0'/0/9" } };
  await expect(result.current.verify.mutateAsync(ofAnother)).rejects.toMatchObject({ code: 'CLAIM_MISMATCH' });
});
