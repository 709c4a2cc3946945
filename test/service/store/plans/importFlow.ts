import { approveActivity } from '../../../../src/contract/activities.js';
import { importWallet, initImportWallet } from '../../../../src/contract/imports.js';
import { deleteWalletAccounts } from '../../../../src/contract/wallets.js';
import { type ListWalletAccountsResponse, listWalletAccounts } from '../../../../src/contract/wallets.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import type { TestService } from '../../../../src/testing/createTestService.js';
import { unique } from '../../../support/examples/example.js';
import { exampleWords, sealedImport } from '../../../support/examples/imports.js';
import { act, done, makeSubOrganization } from '../../../support/parties.js';
import { ask } from '../../../support/wire.js';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

/** Imports of one's own, at once and after a vote, and the end of an account. */
export async function importFlow(test: TestService): Promise<void> {
  const { organizationId, users } = await makeSubOrganization(test, { roots: 2 });
  const [ada, bob = ada] = users;
  const request = async () => {
    const { importBundle } = await done(test, ada, initImportWallet, { userId: ada.userId });
    const encryptedBundle = await sealedImport(importBundle, utf8(exampleWords));
    return { userId: ada.userId, walletName: unique('Imported'), encryptedBundle, accounts: [account] };
  };
  await done(test, ada, importWallet, await request());
  const { accounts } = await ask<ListWalletAccountsResponse>(test, ada.key, listWalletAccounts, { organizationId });
  await act(test, ada, deleteWalletAccounts, { walletAccountIds: accounts.map((each) => each.walletAccountId) }).catch(
    () => undefined,
  );
  const waiting = await request();
  const { db } = test.service.tools.store;
  await db
    .updateTable('organizations')
    .set({ root_quorum_threshold: 2 })
    .where('organization_id', '=', organizationId)
    .execute();
  const { fingerprint } = await act(test, ada, importWallet, waiting);
  await done(test, bob, approveActivity, { fingerprint });
}
