import { approveActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import {
  type ImportPrivateKeyParameters,
  type ImportWalletParameters,
  type InitImportWalletResult,
  initImportPrivateKey,
  initImportWallet,
} from '../../../../../src/contract/imports.js';
import { readActivity } from '../../../../../src/contract/readActivity.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { unique } from '../../../../support/examples/example.js';
import { exampleKey, exampleWords, sealedImport } from '../../../../support/examples/imports.js';
import { act } from '../../../../support/parties.js';
import { ask } from '../../../../support/wire.js';
import type { Asking } from './effects.js';

/** A wallet of a caller who has begun to import it. */
export const walletToImport = async (asking: Asking): Promise<ImportWalletParameters> => ({
  userId: asking.by.userId,
  walletName: unique('Imported'),
  encryptedBundle: await sealedImport(await begun(asking, initImportWallet), utf8(exampleWords)),
  accounts: [],
});

/** A private key of a caller who has begun to import it. */
export const privateKeyToImport = async (asking: Asking): Promise<ImportPrivateKeyParameters> => ({
  userId: asking.by.userId,
  privateKeyName: unique('Imported'),
  encryptedBundle: await sealedImport(await begun(asking, initImportPrivateKey), exampleKey),
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
});

/** Begins an import, with the consent that it takes. @returns the bundle that says so. */
async function begun(
  { test, place, by }: Asking,
  row: typeof initImportWallet | typeof initImportPrivateKey,
): Promise<string> {
  const { id, status, fingerprint } = await act(test, by, row, { userId: by.userId });
  if (status !== 'ACTIVITY_STATUS_COMPLETED') await act(test, place.voter, approveActivity, { fingerprint });
  const request = { organizationId: place.organizationId, activityId: id };
  const { activity } = await ask<{ activity: Activity }>(test, by.key, getActivity, request);
  return (readActivity(row, activity).result as InitImportWalletResult).importBundle;
}
