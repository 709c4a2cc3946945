import type { ActivityRow } from '../../contract/row.js';
import type { Client } from '../createClient.js';
import { serviceConfig } from '../serviceConfig.js';
import type { CallOptions } from '../signer.js';
import { holdBack, mustBeProved } from './heldBack.js';

/** Whether App Proofs are asked for by default: the activity derives addresses, and the service says that it makes proofs. */
export async function asksForProofs(
  client: Client,
  row: ActivityRow,
  parameters: unknown,
  { signal, timeoutMs }: Pick<CallOptions, 'signal' | 'timeoutMs'>,
): Promise<boolean> {
  if (!derivesAddresses(row, parameters)) return false;
  return (await serviceConfig(client, { signal, timeoutMs }))?.appProofs === true;
}

/** Wallets, accounts and private keys are made or imported; or a sub-organization, with a wallet. */
function derivesAddresses({ action, resource, changes }: ActivityRow, parameters: unknown): boolean {
  const isMaking = action === 'CREATE' || action === 'IMPORT';
  const isOfKeys = resource === 'WALLET' || resource === 'PRIVATE_KEY';
  // What only begins an import changes no list.
  return (isMaking && isOfKeys && changes.length > 0) || (parameters as { wallet?: unknown }).wallet !== undefined;
}

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
  if (row.action !== 'CREATE' || row.resource !== 'WALLET') return;
  const { accounts = [] } = parameters as { accounts?: readonly { readonly path: string }[] };
  const { walletId, addresses = [] } = result as { walletId?: string; addresses?: readonly string[] };
  holdBack(client, ...addresses, ...(walletId === undefined ? [] : [walletId]));
  await Promise.all(
    addresses.map((address, index) => mustBeProved(client, { address, path: accounts[index]?.path ?? null }, options)),
  );
}
