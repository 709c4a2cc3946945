import { expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { createClient } from '../../src/client/createClient.js';
import { loginWithOtp } from '../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../src/client/flows/requestOtp.js';
import { signTransaction } from '../../src/contract/signing.js';
import { listWalletAccounts, listWallets } from '../../src/contract/wallets.queries.js';
import { readSigned } from '../../src/hooks/firstTime.js';
import { memoryKeyStore } from '../../src/sessions/keyStore.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { ethereumTransaction } from '../support/ethereumTransactions.js';

test('all signed transactions are read, up to five hundred; of more, none is said to be known', async () => {
  const service = await createTestService();
  const client = createClient({ ...service.settings, keys: memoryKeyStore() });
  const contact = 'ada@example.com';
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  const otpCode = service.inbox.lastCode(contact) ?? '';
  const session = await loginWithOtp(client, { otpIds: [otpId], otpCode });
  const { wallets } = await call(client, listWallets, {});
  const { accounts } = await call(client, listWalletAccounts, { walletId: wallets[0]?.walletId ?? '' });
  const to = '0x995594d8dc7ae8a0f9f1ab8f5d9ed0e8b5da40b2';
  const sign = (nonce: number) =>
    call(client, signTransaction, {
      signWith: accounts[0]?.address ?? '',
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: ethereumTransaction({ to, value: 1n, nonce: BigInt(nonce) }),
    });
  const read = () => readSigned(client, session, new AbortController().signal);

  expect(await read()).toEqual({ isWhole: true, receivers: [], others: [] });
  await Promise.all(Array.from({ length: 500 }, (_, nonce) => sign(nonce)));
  const all = await read();
  expect([all.isWhole, all.receivers.length]).toEqual([true, 500]);
  expect(all.receivers[0]).toMatchObject({ to, chain: undefined });
  await sign(500);
  expect(await read()).toEqual({ isWhole: false, receivers: [], others: [] });
  await service.close();
});
