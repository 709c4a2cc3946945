import { generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Loopback, openLoopback } from './loopback.js';
import { clientOf, ethereum, now, person, versions } from './visit.js';

let loopback: Loopback;
beforeAll(async () => {
  loopback = await openLoopback();
});
afterAll(() => loopback.close());

describe.each(versions)('@turnkey/http $version reads a refusal', ({ http }) => {
  const asRoot = () => clientOf(loopback, http, loopback.rootApiKey);

  test('of a member that is wrong, by its path', async () => {
    const { organizationId } = loopback;
    const answer = asRoot().createWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: now(),
      organizationId,
      parameters: { walletName: '', accounts: [] },
    });
    await expect(answer).rejects.toMatchObject({
      name: 'TurnkeyRequestError',
      code: 3,
      details: expect.arrayContaining([
        expect.objectContaining({
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [expect.objectContaining({ field: 'parameters.walletName' })],
        }),
      ]),
    });
  });

  test('of an activity that failed, and of nothing there', async () => {
    const { client, organizationId } = await person(loopback, http);
    const parameters = { walletId: organizationId, accounts: [ethereum] };
    const type = 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS';
    const answer = client.createWalletAccounts({ type, timestampMs: now(), organizationId, parameters });
    await expect(answer).rejects.toMatchObject({ code: 5, message: expect.stringMatching(/^Turnkey error 5: /) });
    const { activities } = await client.getActivities({ organizationId, filterByStatus: ['ACTIVITY_STATUS_FAILED'] });
    expect(activities[0]?.failure).toMatchObject({ code: 5 });
  });

  test('of a key that nobody knows', async () => {
    const { organizationId } = loopback;
    const answer = clientOf(loopback, http, generateP256KeyPair()).getWhoami({ organizationId });
    await expect(answer).rejects.toMatchObject({
      code: 16,
      details: expect.arrayContaining([
        {
          '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail',
          turnkeyErrorCode: 'PUBLIC_KEY_NOT_FOUND',
        },
      ]),
    });
  });

  test('of what this service does not have yet', async () => {
    const answer = asRoot().oauth({
      type: 'ACTIVITY_TYPE_OAUTH',
      timestampMs: now(),
      organizationId: loopback.organizationId,
      parameters: { oidcToken: 'token', targetPublicKey: 'key' },
    });
    await expect(answer).rejects.toMatchObject({
      code: 9,
      message: expect.stringContaining('oauth'),
    });
  });
});
