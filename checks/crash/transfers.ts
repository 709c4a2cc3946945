import { exportPrivateKey, exportWallet, exportWalletAccount } from '../../src/contract/exports.js';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from '../../src/contract/imports.js';
import type { ActivityRow, AnswerOf, RequestOf } from '../../src/contract/row.js';
import { writeWalletSecret } from '../../src/crypto/walletSecret.js';
import { targetPublicKey } from '../../test/support/examples/exports.js';
import { exampleKey, exampleWords, sealedImport } from '../../test/support/examples/imports.js';
import { activityOf, resultOf } from '../../test/support/live/wire.js';
import type { Fixtures } from './fixtures.js';
import { ownOrganization } from './ownOrganization.js';
import { ethereum } from './person.js';
import type { PolicyOrganization } from './policyOrganizations.js';

/** People who import wallets and keys, one after the other, and export some. */
export async function importers(fixtures: Fixtures): Promise<never> {
  for (;;) {
    const root = await ownOrganization(fixtures, 'Importer');
    const importer: Importer = {
      fixtures,
      root,
      ids: { key: [] },
      done: async <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => {
        const sent = await activityOf(root, row, parameters as object);
        return resultOf<AnswerOf<R>>(row, sent, await fixtures.client.send(sent));
      },
    };
    for (let step = 0; step < 4; step += 1) await (fixtures.chance() < 0.5 ? transfer : transferKey)(importer);
  }
}

/** The parts of an organization that imports and exports need. */
type Importer = Pick<PolicyOrganization, 'fixtures' | 'root' | 'done'> & {
  readonly ids: Pick<PolicyOrganization['ids'], 'key'>;
};

/** Imports words and a private key, exports some of them, and leaves some imports unfinished. */
export const transfer = async ({ fixtures: { chance, next }, root: { userId }, done }: Importer): Promise<void> => {
  const { importBundle } = await done(initImportWallet, { userId });
  if (chance() < 0.2) return;
  const words = writeWalletSecret({ mnemonic: exampleWords, passphrase: chance() < 0.5 ? '' : `Passphrase ${next()}` });
  const { walletId, addresses } = await done(importWallet, {
    userId,
    walletName: `Imported ${next()}`,
    encryptedBundle: await sealedImport(importBundle, words),
    accounts: [ethereum(0), ethereum(1)],
  });
  if (chance() < 0.5) await done(exportWallet, { walletId, targetPublicKey });
  if (chance() < 0.3) await done(exportWalletAccount, { address: addresses[1] ?? '', targetPublicKey });
};

/** The same for a private key. */
export const transferKey = async ({
  fixtures: { chance, next },
  root: { userId },
  ids,
  done,
}: Importer): Promise<void> => {
  const { importBundle } = await done(initImportPrivateKey, { userId });
  if (chance() < 0.2) return;
  const { privateKeyId } = await done(importPrivateKey, {
    userId,
    privateKeyName: `Imported ${next()}`,
    encryptedBundle: await sealedImport(importBundle, exampleKey),
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  });
  if (chance() < 0.5) await done(exportPrivateKey, { privateKeyId, targetPublicKey });
  ids.key.push(privateKeyId);
};
