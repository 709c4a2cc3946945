import { type SolanaWalletOptions, solanaWallet } from '../../../src/adapters/solana/solanaWallet.js';
import { call } from '../../../src/client/call.js';
import type { ClientSettings } from '../../../src/client/settings.js';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { listWalletAccounts } from '../../../src/contract/wallets.queries.js';
import { toBase58 } from '../../../src/crypto/base58.js';
import type { SignatureFacts } from '../../../src/reading/signatureFacts.js';
import { logIn, openService } from '../../support/people.js';

/** Somebody else. */
export const stranger = toBase58(new Uint8Array(32).fill(7));

/** A person's wallet, what she was asked, and her account, once she is logged in. */
export async function ada(settings: Partial<ClientSettings> = {}, options: SolanaWalletOptions = {}) {
  const asked: SignatureFacts[] = [];
  const confirmSignatures: ClientSettings['confirmSignatures'] = (_, facts) => {
    asked.push(facts);
    return true;
  };
  const { service, client } = await openService({ confirmSignatures, ...settings });
  await logIn(service, client);
  const { accounts } = await call(client, listWalletAccounts, {});
  const { address = '' } = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_SOLANA') ?? {};
  const { wallet, stop } = solanaWallet(client, options);
  const { features } = wallet;
  const sign = async (transaction: Uint8Array, by = address) => {
    const [output] = await features['solana:signTransaction'].signTransaction({
      account: { address: by },
      transaction,
    });
    return output?.signedTransaction ?? new Uint8Array();
  };
  const signMessage = async (message: Uint8Array) =>
    (await features['solana:signMessage'].signMessage({ account: { address }, message }))[0];
  return { service, client, address, wallet, stop, features, asked, sign, signMessage };
}

/** The code of the error that a request is rejected with. */
export async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  return error instanceof Error && 'code' in error ? error.code : error;
}

/** How many activities that sign were recorded. */
export async function signedBy(client: Parameters<typeof call>[0]): Promise<number> {
  const { activities } = await call(client, listActivities, {});
  return activities.filter(({ type }) => type.startsWith('ACTIVITY_TYPE_SIGN_')).length;
}
