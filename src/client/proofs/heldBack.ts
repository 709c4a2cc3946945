import type { AddressClaim } from '../../crypto/proofs/verifyAppProof.js';
import type { Client } from '../createClient.js';
import type { CallOptions } from '../signer.js';
import { lookIntoProof, organizationOf, type ToldAccount, tellOf } from './addressProof.js';
import { UnprovedError, unproved } from './unprovedError.js';

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
export function holdBack(client: Client, ...ids: readonly string[]): void {
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
export async function mustBeProved(client: Client, account: ToldAccount, options: CallOptions): Promise<void> {
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
