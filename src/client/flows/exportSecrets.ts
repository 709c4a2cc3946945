import { exportPrivateKey, exportWallet, exportWalletAccount } from '../../contract/exports.js';
import { openExportBundle } from '../../crypto/bundles.js';
import type { Bytes } from '../../crypto/bytes.js';
import { readWalletSecret } from '../../crypto/walletSecret.js';
import { withLock } from '../../sessions/locks.js';
import { agreementKeyOf, type TargetKey } from '../../sessions/targetKeys.js';
import type { Client } from '../createClient.js';
import { livingSession } from '../signer.js';
import { targetKeysOf } from '../targetKeys.js';
import { type HeldSecret, holdSecret } from '../transfer/heldSecret.js';
import { type PrivateKeyForm, writePrivateKey } from '../transfer/privateKeyText.js';
import { signerKeyOf } from '../transfer/signerKey.js';
import { submitOnce } from '../transfer/submitOnce.js';
import { TransferError } from '../transfer/transferError.js';
import { type ExportedThing, exportOf, longestWaitMs, waitingOf } from '../transfer/waiting.js';
import { UnreachableError } from '../unreachableError.js';
import type { TransferOptions } from './importSecrets.js';

/**
 * Exports the mnemonic of a wallet. It is sealed to a key that is created in the browser, opens this one bundle, and is then deleted.
 *
 * @returns the mnemonic, sealed in memory until it is read
 * @throws {TransferError} SIGNER_KEY_MISSING without `settings.trust`; EXPORT_COLLECTED where what it `resumes` waits no more
 * @throws {RefusedError} FRESH_LOGIN_REQUIRED where the last login is too long ago, WALLET_NOT_FOUND …
 * @throws {BundleError} the answer is not the service's own
 * @throws {ActivityPendingError} it waits for the approval of others; the same call goes on afterwards, also once the page was loaded anew
 */
export async function exportMnemonic(
  client: Client,
  { walletId, ...options }: { readonly walletId: string } & Omit<KeyOptions, 'form'>,
): Promise<HeldSecret<ExportedMnemonic>> {
  const bundle = await open(client, options, {
    of: { walletId },
    ask: async (targetPublicKey, requestOptions) =>
      (await submitOnce(client, exportWallet, { walletId, targetPublicKey }, requestOptions)).exportBundle,
  });
  return holdSecret(bundle, readWalletSecret);
}

/** Exports the private key of one account of a wallet. @throws as {@link exportMnemonic} does */
export async function exportAccountKey(
  client: Client,
  { address, form = 'hex', ...options }: { readonly address: string } & KeyOptions,
): Promise<HeldSecret<string>> {
  const bundle = await open(client, options, {
    of: { address },
    ask: async (targetPublicKey, requestOptions) =>
      (await submitOnce(client, exportWalletAccount, { address, targetPublicKey }, requestOptions)).exportBundle,
  });
  return holdSecret(bundle, (bytes) => writePrivateKey(bytes, form));
}

/** Exports a private key that belongs to no wallet. @throws as {@link exportMnemonic} does */
export async function exportKey(
  client: Client,
  { privateKeyId, form = 'hex', ...options }: { readonly privateKeyId: string } & KeyOptions,
): Promise<HeldSecret<string>> {
  const bundle = await open(client, options, {
    of: { privateKeyId },
    ask: async (targetPublicKey, requestOptions) =>
      (await submitOnce(client, exportPrivateKey, { privateKeyId, targetPublicKey }, requestOptions)).exportBundle,
  });
  return holdSecret(bundle, (bytes) => writePrivateKey(bytes, form));
}

/** The words of a wallet, separated by single spaces. `passphrase`: the empty string if there is none. */
export type ExportedMnemonic = { readonly mnemonic: string; readonly passphrase: string };

/** Options of a private key's export. */
export type KeyOptions = TransferOptions & {
  /** Default: `hex`. */
  readonly form?: PrivateKeyForm | undefined;
  /** The activity to continue, so that no new one is submitted. Default: the waiting one, else a new one. */
  readonly resumes?: string | undefined;
};

type Export = {
  readonly of: ExportedThing;
  readonly ask: (
    targetPublicKey: string,
    requestOptions: TransferOptions & { readonly what: string },
  ) => Promise<string>;
};

/** Opens the exported bundle with its key, which is then deleted. While the export waits for votes the key is kept. */
async function open(
  client: Client,
  { resumes, ...options }: Omit<KeyOptions, 'form'>,
  { of, ask }: Export,
): Promise<Bytes> {
  const signerPublicKey = await signerKeyOf(client);
  const session = await livingSession(client, options.session);
  const { organizationId, userId } = session;
  const what = exportOf(of, userId);
  return withLock(what, async () => {
    const key = await keyFor(client, what, resumes);
    let isWaiting = false;
    try {
      const bundle = await ask(key.publicKey, { ...options, session, what });
      return await openExportBundle(bundle, agreementKeyOf(key), { signerPublicKey, organizationId });
    } catch (error) {
      isWaiting = waitingOf(client).get(what) !== undefined || error instanceof UnreachableError;
      throw error;
    } finally {
      if (!isWaiting) await targetKeysOf(client).remove(key.publicKey);
    }
  });
}

/** The key of a waiting export. Without it the bundle cannot be opened, and the export begins again. */
async function keyFor(client: Client, what: string, resumes: string | undefined): Promise<TargetKey> {
  const keys = targetKeysOf(client);
  const kept = (await keys.list('export')).find(({ note }) => note === what);
  if (resumes !== undefined && (!kept || waitingOf(client).get(what)?.activityId !== resumes))
    throw new TransferError('EXPORT_COLLECTED', 'This export has been collected, maybe in another tab.');
  if (kept) return kept;
  waitingOf(client).delete(what);
  return keys.create({ purpose: 'export', note: what, keepUntilMs: client.clock.onDevice() + longestWaitMs });
}
