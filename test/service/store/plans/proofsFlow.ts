import { getLatestBootProof, listAppProofs } from '../../../../src/contract/proofs.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import type { Party } from '../../../support/parties.js';
import { ask, envelope, post, stampOf, wallet } from '../../../support/wire.js';

/** App Proofs: made, and asked for. */
export async function proofsFlow(test: TestService, { key, organizationId }: Pick<Party, 'key' | 'organizationId'>) {
  const request = envelope(test, createWallet, organizationId, { ...wallet, walletName: 'Proved' });
  const body = request.replace('{', '{"generateAppProofs":true,');
  const { activity } = await (await post(test, createWallet.path, body, await stampOf(key, body))).json();
  await ask(test, key, listAppProofs, { organizationId, activityId: activity.id });
  await ask(test, key, getLatestBootProof, { organizationId, appName: 'latchkey' });
}
