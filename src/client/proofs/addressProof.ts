import { getAddressProof, getBootProof } from '../../contract/proofs.queries.js';
import { RefusedError } from '../../contract/refusals.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { listWalletAccounts } from '../../contract/wallets.queries.js';
import type { AppProof } from '../../crypto/proofs/appProof.js';
import { ProofError } from '../../crypto/proofs/proofError.js';
import {
  type AddressClaim,
  type BootProof,
  type ProofReport,
  verifyAppProof,
} from '../../crypto/proofs/verifyAppProof.js';
import type { LatchkeyError } from '../../errors.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import { invalid } from '../settings.js';
import { type CallOptions, livingSession } from '../signer.js';
import { rootsOf, trustOf } from '../trust.js';

/** An account as the app was told of it. `path` is `null` for a private key, which has none. An account of a wallet is one. */
export type ToldAccount = { readonly address: string; readonly path: string | null };

/**
 * What the proof of an address says, once this device has looked at it.
 *
 * - `verified`, `unmeasured`, `software`: as `ProofReport` has them.
 * - `none`: the service has no proof of the address.
 * - `failed`: it has one that does not verify. `error` is the step that failed, or BOOT_PROOF_NOT_FOUND.
 */
export type AddressProof =
  | { readonly state: ProofReport['state']; readonly report: ProofReport }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly error: ProofError | RefusedError };

/** An App Proof, and what it has to say. */
export type ProofToVerify = { readonly appProof: AppProof; readonly claim: AddressClaim };

/** {@link addressProof} of the flows. */
export async function lookIntoProof(
  client: Client,
  told: string | ToldAccount,
  options: CallOptions,
): Promise<AddressProof> {
  const organizationId = await organizationOf(client, options);
  const { address, path } = typeof told === 'string' ? await findTold(client, told, options) : told;
  const claim = { organizationId, address, path };
  const { appProof } = await ask(client, getAddressProof, { organizationId, address }, options);
  if (appProof === undefined) return { state: 'none' };
  try {
    const report = await verifyAppProofOf(client, { appProof, claim }, options);
    return { state: report.state, report };
  } catch (error) {
    if (!isOfProof(error)) throw error;
    tellOf(client, error, claim);
    return { state: 'failed', error };
  }
}

/** The organization that a request is about: never the one that an account in an answer names. */
export const organizationOf = async (client: Client, { organizationId, session }: CallOptions): Promise<string> =>
  organizationId ?? (await livingSession(client, session)).organizationId;

/** {@link verifyAddress} of the flows. */
export async function verifyAppProofOf(
  client: Client,
  { appProof, claim }: ProofToVerify,
  options: CallOptions,
): Promise<ProofReport> {
  const { attestationRoot, enclave } = (await trustOf(client)) ?? {};
  const roots = rootsOf({ attestationRoot });
  const bootProof = await bootProofOf(client, appProof, options);
  try {
    return await verifyAppProof(appProof, bootProof, { claim, expected: enclave, roots });
  } catch (error) {
    const setting = error instanceof ProofError && settingOf[error.code];
    throw setting ? invalid(`${setting} is malformed. ${error.message}`) : error;
  }
}

/** The settings that a verification finds fault with. */
const settingOf: { readonly [code: string]: string | undefined } = {
  ROOTS_MALFORMED: 'trust.attestationRoot',
  EXPECTED_MALFORMED: 'trust.enclave',
};

const isOfProof = (error: unknown): error is ProofError | RefusedError =>
  (error instanceof ProofError && error.code !== 'CLAIM_MALFORMED') ||
  (error instanceof RefusedError && error.code === 'BOOT_PROOF_NOT_FOUND');

/** Tells the app of a proof that does not verify. What its function throws is reported to the page, and fails nothing here. */
export function tellOf(client: Client, error: LatchkeyError, claim: AddressClaim): void {
  queueMicrotask(() => client.settings.onProofFailed?.(error, claim));
}

/** All addresses of one start of an enclave have the same Boot Proof: each is fetched once. What failed is not kept. */
function bootProofOf(client: Client, { publicKey }: AppProof, options: CallOptions): Promise<BootProof> {
  const known = bootProofs.get(client) ?? new Map<string, Promise<BootProof>>();
  bootProofs.set(client, known);
  const before = known.get(publicKey);
  if (before) return before;
  const fetched = ask(client, getBootProof, { ephemeralKey: publicKey }, options)
    .then(({ bootProof }) => bootProof)
    .catch((error) => {
      known.delete(publicKey);
      throw error;
    });
  known.set(publicKey, fetched);
  return fetched;
}

const bootProofs = new WeakMap<Client, Map<string, Promise<BootProof>>>();

/** The account with an address, as the service lists it; a private key where there is none. The hex of Ethereum has any case. */
async function findTold(client: Client, address: string, options: CallOptions): Promise<ToldAccount> {
  const written = (text: string) => (text.startsWith('0x') ? text.toLowerCase() : text);
  const isMeant = (account: WalletAccount) => written(account.address) === written(address);
  for (let after: string | undefined; ; ) {
    const paginationOptions = { limit: String(mostOnAPage), ...(after !== undefined && { after }) };
    const { accounts } = await ask(client, listWalletAccounts, { paginationOptions }, options);
    const found = accounts.find(isMeant);
    if (found) return found;
    after = accounts.at(-1)?.walletAccountId;
    if (accounts.length < mostOnAPage || after === undefined) return { address, path: null };
  }
}

const mostOnAPage = 100;
