import { exportPrivateKey, exportWallet, exportWalletAccount } from '../../src/contract/exports.js';
import { importPrivateKey, importWallet, initImportPrivateKey, initImportWallet } from '../../src/contract/imports.js';
import { utf8 } from '../../src/crypto/bytes.js';
import type { TestService } from '../../src/testing/createTestService.js';
import { targetPublicKey } from '../../test/support/examples/exports.js';
import { exampleKey, exampleWords, sealedImport } from '../../test/support/examples/imports.js';
import { done, type Party } from '../../test/support/parties.js';

/** A wallet and a private key that were imported and exported, and an import that was begun and not finished. */
export async function transfers(service: TestService, by: Party): Promise<void> {
  const { userId } = by;
  const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" } as const;
  const { importBundle } = await done(service, by, initImportWallet, { userId });
  const { walletId, addresses } = await done(service, by, importWallet, {
    userId,
    walletName: 'Imported',
    encryptedBundle: await sealedImport(importBundle, utf8(exampleWords)),
    accounts: [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }],
  });
  await done(service, by, exportWallet, { walletId, targetPublicKey });
  await done(service, by, exportWalletAccount, { address: addresses[0] ?? '', targetPublicKey });
  const begun = await done(service, by, initImportPrivateKey, { userId });
  const { privateKeyId } = await done(service, by, importPrivateKey, {
    userId,
    privateKeyName: 'Imported',
    encryptedBundle: await sealedImport(begun.importBundle, exampleKey),
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  });
  await done(service, by, exportPrivateKey, { privateKeyId, targetPublicKey });
  service.clock.advanceMs(1000);
  await done(service, by, initImportPrivateKey, { userId });
}
