import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { call } from '../../../src/client/call.js';
import { submit } from '../../../src/client/submit.js';
import { ProofBadge } from '../../../src/components/proof/ProofBadge.js';
import { createWallet, createWalletAccounts } from '../../../src/contract/wallets.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { toBase64 } from '../../../src/crypto/base64.js';
import { LatchkeyProvider } from '../../../src/hooks/LatchkeyProvider.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { logIn } from '../../../src/testing/logIn.js';
import { openKit } from './kit.js';

/** Signs Ada up where proofs are required, at the service of this package. */
async function visit({ service }: { service: TestService }, attestationRoot: string) {
  const onProofFailed = vi.fn();
  const { client } = await logIn(service, 'ada@example.com', {
    trust: { ...service.trust, attestationRoot },
    verifyProofs: 'required',
    onProofFailed,
  });
  return { client, onProofFailed };
}

const rootOf = async ({ service: { tools } }: TestService) => toBase64(await tools.attestor.root());

test('a sign-up and a new wallet are proved on this device, and what is only shown is not, below the root that latchkey trust prints', async () => {
  const kit = await openKit();
  const { client, onProofFailed } = await visit(kit, await rootOf(kit.service));
  const { accounts } = await call(client, listWalletAccounts, {});
  const [account] = accounts;
  if (!account) throw new Error('There is an account.');
  const solana = {
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/501'/7'/0'",
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  } as const;
  const made = await submit(client, createWallet, { walletName: 'Second', accounts: [solana] });
  expect(made).toMatchObject({ result: { addresses: [expect.any(String)] } });
  const shown = { walletId: account.walletId, persist: false, accounts: [solana] };
  const answer = await submit(client, createWalletAccounts, shown);
  expect(answer).toMatchObject({ result: { addresses: [expect.any(String)] } });
  expect(onProofFailed).not.toHaveBeenCalled();
  render(
    <LatchkeyProvider client={client}>
      <ProofBadge address={account} />
    </LatchkeyProvider>,
  );
  await waitFor(() => expect(screen.getByText(/Signed by this app.s own server/)).toBeTruthy());
});

test("another database's root holds the addresses of this visit back, and the login stays", async () => {
  const kit = await openKit();
  const other = await createTestService();
  const { client, onProofFailed } = await visit(kit, await rootOf(other));
  const { accounts } = await call(client, listWalletAccounts, {});
  await waitFor(() => expect(onProofFailed).toHaveBeenCalled());
  expect(onProofFailed.mock.calls[0]?.[0]).toMatchObject({ code: 'CERTIFICATE_ROOT' });
  expect(accounts).toEqual([]);
  expect((await client.sessions.current()).sessions).toHaveLength(1);
  await other.close();
});
