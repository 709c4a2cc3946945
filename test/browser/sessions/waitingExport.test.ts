import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, onTestFinished, test } from 'vitest';
import { ActivityPendingError } from '../../../src/client/activityPendingError.js';
import { call } from '../../../src/client/call.js';
import { createClient } from '../../../src/client/createClient.js';
import { exportMnemonic } from '../../../src/client/flows/exportSecrets.js';
import { loginWithOtp } from '../../../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../../../src/client/flows/requestOtp.js';
import { targetKeysOf } from '../../../src/client/targetKeys.js';
import { listWallets } from '../../../src/contract/wallets.queries.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { secondRoot } from '../../support/secondRoot.js';

const contact = 'ada@example.com';

test('a waiting export continues in a reloaded page, with a non-extractable key', async () => {
  const service = await createTestService({ wasmUrl });
  onTestFinished(() => service.close());
  const settings = { ...service.settings, trust: service.trust };
  const client = createClient(settings);
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  const session = await loginWithOtp(client, { otpIds: [otpId], otpCode: service.inbox.lastCode(contact) ?? '' });
  onTestFinished(() => client.sessions.closeAll());
  const bob = await secondRoot({ service, client }, session);
  const walletId = (await call(client, listWallets, {})).wallets[0]?.walletId ?? '';
  const error = await exportMnemonic(client, { walletId }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ActivityPendingError)) return expect.unreachable();
  await bob.approve(error.activity.fingerprint);

  const anew = createClient(settings);
  const [key] = await targetKeysOf(anew).list('export');
  expect(key?.privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', key?.privateKey as CryptoKey)).rejects.toThrow();
  const held = await exportMnemonic(anew, { walletId });
  expect(await held.read(({ mnemonic }) => mnemonic.split(' '))).toHaveLength(12);
  expect(await targetKeysOf(anew).list('export')).toEqual([]);
  expect(Object.keys(localStorage).filter((name) => name.startsWith('latchkey.waiting.'))).toEqual([]);
});
