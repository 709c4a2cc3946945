import type { ActivityRow } from '../../contract/row.js';
import type { AddressClaim } from '../../crypto/proofs/verifyAppProof.js';
import type { Client } from '../createClient.js';
import type { RequestOptions } from '../exchange.js';
import { serviceConfig } from '../serviceConfig.js';
import type { CallOptions } from '../signer.js';
import { lookIntoProof, organizationOf, type ToldAccount, tellOf } from './addressProof.js';
import { UnprovedError, unproved } from './unprovedError.js';

// Addresses that are made in this visit: their proofs are asked for and, where proofs are required, they are held back until they verify.

/** The member of a sign-up that asks for App Proofs, where the service says that it makes them: others refuse it. */
export async function askingForProofs(
  client: Client,
  requestOptions: RequestOptions = {},
): Promise<{ readonly generateAppProofs?: true }> {
  const config = await serviceConfig(client, requestOptions);
  return config?.appProofs ? { generateAppProofs: true } : {};
}

/** Where proofs are required, holds back the addresses of an organization that was signed up in this visit, whether or not it has proofs. */
export function madeHere(client: Client, organizationId: string): void {
  if (client.settings.verifyProofs === 'required') holdBack(client, organizationId);
}

/** The same member of an activity that derives addresses. */
export async function askingOf(
  client: Client,
  row: ActivityRow,
  parameters: unknown,
  { signal, timeoutMs }: RequestOptions,
): Promise<{ readonly generateAppProofs?: true }> {
  return derivesAddresses(row, parameters) ? askingForProofs(client, { signal, timeoutMs }) : {};
}

/** Wallets, accounts and private keys are made or imported, and kept; or a sub-organization, with a wallet. */
function derivesAddresses({ action, resource, changes }: ActivityRow, parameters: unknown): boolean {
  if (isOnlyShown(parameters)) return false;
  const isMaking = action === 'CREATE' || action === 'IMPORT';
  const isOfKeys = resource === 'WALLET' || resource === 'PRIVATE_KEY';
  // What only begins an import changes no list.
  return (
    (isMaking && isOfKeys && changes.length > 0) ||
    (parameters as { wallet?: unknown } | undefined)?.wallet !== undefined
  );
}

/** Accounts that are only shown have no proofs. */
const isOnlyShown = (parameters: unknown): boolean => (parameters as { persist?: boolean }).persist === false;

/** A request for accounts, and the addresses in their order. */
type Derivation = {
  readonly row: ActivityRow;
  readonly parameters: unknown;
  readonly result: unknown;
};

/**
 * Verifies the addresses of a wallet or accounts that an activity made, and holds back in this visit those that do not verify.
 *
 * @throws {UnprovedError} of the first of them; the activity is executed
 */
export async function provedDerivation(
  client: Client,
  { row, parameters, result }: Derivation,
  options: CallOptions,
): Promise<void> {
  if (row.action !== 'CREATE' || row.resource !== 'WALLET' || isOnlyShown(parameters)) return;
  const { accounts = [] } = parameters as { accounts?: readonly { readonly path: string }[] };
  const { walletId, addresses = [] } = result as { walletId?: string; addresses?: readonly string[] };
  holdBack(client, ...addresses, ...(walletId === undefined ? [] : [walletId]));
  await Promise.all(
    addresses.map((address, index) => mustBeProved(client, { address, path: accounts[index]?.path ?? null }, options)),
  );
}

/** What was made in this visit: organizations, and wallets and accounts of others. */
type Made = {
  /** Ids of organizations and wallets, and addresses. */
  readonly ids: Set<string>;
  /** The verdict on each account, by what was told of it. */
  readonly verdicts: Map<string, Promise<void>>;
};

const made = new WeakMap<Client, Made>();

function madeIn(client: Client): Made {
  const known = made.get(client) ?? { ids: new Set(), verdicts: new Map() };
  made.set(client, known);
  return known;
}

/** Holds addresses back in this visit until they verify: those of an organization or a wallet by its id, or one address. */
function holdBack(client: Client, ...ids: readonly string[]): void {
  const known = madeIn(client);
  for (const id of ids) known.ids.add(id);
}

/** An account in an answer of the service. */
type Listed = ToldAccount & { readonly walletId: string };

/**
 * An answer without the accounts that are held back.
 *
 * @throws {UnprovedError} the answer is about one account, and it is held back
 */
export async function withoutUnproved<Answer>(client: Client, answer: Answer, options: CallOptions): Promise<Answer> {
  const { accounts, account } = answer as { accounts?: readonly Listed[]; account?: Listed };
  const known = made.get(client);
  if (known === undefined || (accounts === undefined && account === undefined)) return answer;
  const organizationId = await organizationOf(client, options);
  const isMadeHere = ({ walletId, address }: Listed) =>
    [organizationId, walletId, address].some((id) => known.ids.has(id));
  const check = (each: Listed) => (isMadeHere(each) ? mustBeProved(client, each, options) : undefined);
  if (account) await check(account);
  if (!accounts) return answer;
  const verdicts = await Promise.allSettled(accounts.map(check));
  const unknown = verdicts.find(
    (verdict) => verdict.status === 'rejected' && !(verdict.reason instanceof UnprovedError),
  );
  if (unknown?.status === 'rejected') throw unknown.reason;
  return { ...answer, accounts: accounts.filter((_, index) => verdicts[index]?.status === 'fulfilled') };
}

/**
 * Verifies an address that was made in this visit, once. What could not be looked into is looked into again.
 *
 * @throws {UnprovedError}
 */
async function mustBeProved(client: Client, account: ToldAccount, options: CallOptions): Promise<void> {
  const { address, path } = account;
  const claim = { organizationId: await organizationOf(client, options), address, path };
  const { verdicts } = madeIn(client);
  const told = JSON.stringify(claim);
  const verdict = verdicts.get(told) ?? prove(client, claim, options);
  verdicts.set(told, verdict);
  try {
    await verdict;
  } catch (error) {
    if (!(error instanceof UnprovedError)) verdicts.delete(told);
    throw error;
  }
}

async function prove(client: Client, claim: AddressClaim, options: CallOptions): Promise<void> {
  const proof = await lookIntoProof(client, claim, options);
  if (proof.state === 'failed') throw unproved(claim.address, proof.error); // the app was told
  if (proof.state !== 'none') return;
  const missing = unproved(claim.address, undefined);
  tellOf(client, missing, claim);
  throw missing;
}
