import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { done, makeSubOrganization } from '../../../support/parties.js';
import { createPasskey } from '../../../support/passkey.js';
import { envelope, post } from '../../../support/wire.js';

/** A passkey stamps a query and an activity. */
export async function passkeyFlow(test: TestService): Promise<void> {
  const [ada] = (await makeSubOrganization(test)).users;
  const { userId, organizationId } = ada;
  const passkey = await createPasskey();
  await done(test, ada, createAuthenticators, { userId, authenticators: [await passkey.register()] });
  const question = JSON.stringify({ organizationId });
  await post(test, whoami.path, question, await passkey.stamp(question));
  const body = envelope(test, createWallet, organizationId, { walletName: 'By passkey', accounts: [] });
  await post(test, createWallet.path, body, await passkey.stamp(body));
}
