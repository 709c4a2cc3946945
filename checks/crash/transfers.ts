import { exportPrivateKey, exportWallet, exportWalletAccount } from '../../src/contract/exports.js';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from '../../src/contract/imports.js';
import { writeWalletSecret } from '../../src/crypto/walletSecret.js';
import { targetPublicKey } from '../../test/support/examples/exports.js';
import { exampleKey, exampleWords, sealedImport } from '../../test/support/examples/imports.js';
import type { Action } from './office.js';
import { ethereum } from './person.js';

/** Words and a private key come in; some of them go out again, and some of what was imported is begun and left. */
export const transfer: Action = async ({ world: { chance, next }, root: { userId }, done }) => {
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
export const transferKey: Action = async ({ world: { chance, next }, root: { userId }, ids, done }) => {
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
