import type { Activity } from '../../contract/activities.records.js';
import {
  type ImportPrivateKeyResult,
  type ImportWalletResult,
  importPrivateKey,
  importWallet,
  initImportPrivateKey,
  initImportWallet,
} from '../../contract/imports.js';
import { versionOf } from '../../contract/row.js';
import type { WalletAccountParams } from '../../contract/shapes.js';
import type { Bytes } from '../../crypto/bytes.js';
import { sealImportBundle } from '../../crypto/importBundle.js';
import { writeWalletSecret } from '../../crypto/walletSecret.js';
import type { Client } from '../createClient.js';
import { settle } from '../settle.js';
import { livingSession } from '../signer.js';
import { resultOf, type SubmitOptions, submit } from '../submit.js';
import { readPrivateKey } from '../transfer/privateKeyText.js';
import { soundMnemonic } from '../transfer/readMnemonic.js';
import { signerKeyOf } from '../transfer/signerKey.js';
import { submitOnce } from '../transfer/submitOnce.js';
import { defaultWallet } from '../wallet.js';

/** Who submits a transfer, and how. */
export type TransferOptions = Pick<SubmitOptions, 'session' | 'freshBy' | 'signal' | 'timeoutMs'>;

/** A secret text, or a function that reads it from its input. A function keeps the text out of React's state and tools. */
export type SecretText = string | (() => string);

/** A wallet from elsewhere. */
export type MnemonicToImport = {
  /** Unique among the organization's wallets. */
  readonly walletName: string;
  /** 12 to 24 words of BIP-39's English list, with any spacing; numbers before the words are ignored. */
  readonly mnemonic: SecretText;
  /** Also called the 25th word. Default: none. */
  readonly passphrase?: SecretText | undefined;
  /** Default: those of the settings' wallet. */
  readonly accounts?: readonly WalletAccountParams[] | undefined;
};

/** A private key from elsewhere. */
export type PrivateKeyToImport = {
  /** Unique among the organization's private keys. */
  readonly privateKeyName: string;
  /** 64 hex digits, with or without `0x` (Ethereum), or base58 (Solana). */
  readonly privateKey: SecretText;
};

/**
 * Imports a wallet by its mnemonic, which is sealed in the browser to a key that the service created and signed for this one import; nobody
 * in between can read it.
 *
 * @throws {TransferError} MNEMONIC_INVALID; SIGNER_KEY_MISSING without `settings.trust`
 * @throws {RefusedError} as `init_import_wallet` and `import_wallet` refuse: NAME_TAKEN, LIMIT_REACHED …
 * @throws {BundleError} the key is not the service's own: nothing was sent
 * @throws {ActivityPendingError} it waits for the approval of others; where the beginning waits, the same call goes on afterwards
 */
export async function importMnemonic(
  client: Client,
  { walletName, mnemonic, passphrase = '', accounts, ...options }: MnemonicToImport & TransferOptions,
): Promise<ImportWalletResult> {
  await soundMnemonic(textOf(mnemonic));
  const { userId, begun, seal, sessionOptions } = await begin(client, initImportWallet, options);
  const words = await soundMnemonic(textOf(mnemonic));
  const encryptedBundle = await seal(begun, writeWalletSecret({ mnemonic: words, passphrase: textOf(passphrase) }));
  const wallet = client.settings.wallet ?? defaultWallet;
  const parameters = { userId, walletName, encryptedBundle, accounts: [...(accounts ?? wallet.accounts)] };
  return (await submit(client, importWallet, parameters, sessionOptions)).result;
}

/**
 * Imports a private key that belongs to no wallet, sealed as in {@link importMnemonic}.
 *
 * @throws {TransferError} PRIVATE_KEY_INVALID; else as {@link importMnemonic} does
 */
export async function importKey(
  client: Client,
  { privateKeyName, privateKey, ...options }: PrivateKeyToImport & TransferOptions,
): Promise<ImportPrivateKeyResult> {
  (await readPrivateKey(textOf(privateKey))).bytes.fill(0);
  const { userId, begun, seal, sessionOptions } = await begin(client, initImportPrivateKey, options);
  const { bytes, curve, addressFormat } = await readPrivateKey(textOf(privateKey));
  const encryptedBundle = await seal(begun, bytes);
  const parameters = { userId, privateKeyName, encryptedBundle, curve, addressFormats: [addressFormat] };
  return (await submit(client, importPrivateKey, parameters, sessionOptions)).result;
}

/** The outcome of an import that waited for votes, and the row whose queries are now stale. */
export type EndedImport = {
  readonly row: typeof importWallet | typeof importPrivateKey;
  readonly imported: { readonly address: string | undefined } & (
    | { readonly walletId: string }
    | { readonly privateKeyId: string }
  );
};

/** Reads the outcome of an import that waited for votes. @throws {RefusedError} its failure; ACTIVITY_REJECTED */
export async function endedImport(client: Client, activity: Activity): Promise<EndedImport> {
  const row = versionOf(importWallet, activity.type) ? importWallet : importPrivateKey;
  const ended = await settle(client, row, activity, {});
  if (row === importWallet) {
    const { walletId, addresses } = resultOf(importWallet, ended);
    return { row: importWallet, imported: { walletId, address: addresses[0] } };
  }
  const { privateKeyId, addresses } = resultOf(importPrivateKey, ended);
  return { row: importPrivateKey, imported: { privateKeyId, address: addresses[0]?.address } };
}

/** Requests a key for one import from the service; `seal` seals to it, and overwrites the plaintext. */
async function begin(
  client: Client,
  row: typeof initImportWallet | typeof initImportPrivateKey,
  options: TransferOptions,
) {
  const signerPublicKey = await signerKeyOf(client);
  const session = await livingSession(client, options.session);
  const { userId, organizationId } = session;
  const sessionOptions = { ...options, session };
  const what = `${row.name}.${userId}`;
  const { importBundle } = await submitOnce(client, row, { userId }, { ...sessionOptions, what });
  const seal = async (begun: string, plaintext: Bytes) => {
    try {
      return await sealImportBundle(begun, plaintext, { signerPublicKey, organizationId, userId });
    } finally {
      plaintext.fill(0);
    }
  };
  return { userId, begun: importBundle, seal, sessionOptions };
}

/** The current text. */
const textOf = (text: SecretText): string => (typeof text === 'function' ? text() : text);
