import { expect, onTestFinished, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { whoami } from '../../src/contract/users.queries.js';
import { listWallets } from '../../src/contract/wallets.queries.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { logIn } from '../../src/testing/logIn.js';

test('a person is logged in with one line, by e-mail or by text, and has a wallet', async () => {
  const service = await createTestService({ config: { allowedAuthMethods: ['email', 'sms'] } });
  onTestFinished(() => service.close());
  for (const contact of ['Ada@example.com', '+4915123456789']) {
    const { client, session } = await logIn(service, contact);
    const { organizationId } = session;
    expect(await call(client, whoami, { organizationId })).toMatchObject({ organizationId, userId: session.userId });
    expect((await call(client, listWallets, { organizationId })).wallets).toHaveLength(1);
  }
});

test('the same person on two devices is one person with two keys', async () => {
  const service = await createTestService();
  onTestFinished(() => service.close());
  const [here, there] = [await logIn(service, 'ada@example.com'), await logIn(service, 'ada@example.com')];
  expect(there.session.userId).toBe(here.session.userId);
  expect(there.session.publicKey).not.toBe(here.session.publicKey);
});
