import type { Kysely } from 'kysely';
import type { PolicyRoot } from '../../../contract/facts.js';
import type { AddressFormat, Curve } from '../../../contract/shapes.js';
import type { SignRawPayloadParameters, SignTransactionParameters } from '../../../contract/signing.js';
import { checksumAddress } from '../../../crypto/ethereum.js';
import { fromHex } from '../../../crypto/hex.js';
import type { Tables } from '../../store/schema.js';
import { readAuthorization } from '../../vault/ethereum/authorization.js';
import { readTypedData } from '../../vault/ethereum/typedData.js';
import { readTransaction } from '../../vault/transactions/transaction.js';
import type { Organization } from '../caller/caller.js';
import type { PolicyContext } from '../policy/context.js';
import { walletFacts } from '../policy/walletFacts.js';

type Wanted = ReadonlySet<PolicyRoot>;

/** What policies see of payloads, each by itself, and of who signs them. @throws {RefusedError} PAYLOAD_MALFORMED */
export async function payloadContexts(
  db: Kysely<Tables>,
  organization: Organization,
  {
    signWith,
    payloads,
    encoding,
  }: { signWith: string; payloads: readonly string[]; encoding: SignRawPayloadParameters['encoding'] },
  wanted: Wanted,
): Promise<PolicyContext[]> {
  const { context } = await signerContext(db, organization, signWith);
  const contexts: PolicyContext[] = [];
  for (const payload of payloads) contexts.push({ ...context, ...(await payloadFacts(payload, encoding, wanted)) });
  return contexts;
}

async function payloadFacts(payload: string, encoding: string, wanted: Wanted): Promise<PolicyContext> {
  if (encoding === 'PAYLOAD_ENCODING_EIP712' && wanted.has('eth.eip_712'))
    return { eth: { eip_712: (await readTypedData(payload)).facts } };
  if (encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION' && wanted.has('eth.eip_7702_authorization'))
    return { eth: { eip_7702_authorization: (await readAuthorization(payload)).facts } };
  return {};
}

/**
 * What policies see of a transaction, and of who signs it.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED, TRANSACTION_TYPE_NOT_SUPPORTED, TRANSACTION_SIGNER_MISMATCH
 */
export async function transactionContexts(
  db: Kysely<Tables>,
  organization: Organization,
  { signWith, type, unsignedTransaction }: SignTransactionParameters,
  wanted: Wanted,
): Promise<PolicyContext[]> {
  const { context, signer } = await signerContext(db, organization, signWith);
  if (!signer || !transactionRoots.some((root) => wanted.has(root))) return [context];
  return [{ ...context, ...(await readTransaction(type, unsignedTransaction, signer)).facts }];
}

const transactionRoots: readonly PolicyRoot[] = ['eth.tx', 'solana.tx', 'tron.tx', 'bitcoin.tx'];

type PublicKey = Parameters<typeof readTransaction>[2];

/** The account that signs, and its wallet. Of a signer that is not there policies see nothing. */
async function signerContext(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  signWith: string,
): Promise<{ readonly context: PolicyContext; readonly signer?: PublicKey }> {
  const isEthereum = /^0x[\da-fA-F]{40}$/.test(signWith);
  const found = await db
    .selectFrom('wallet_accounts')
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.organization_id', '=', 'wallet_accounts.organization_id')
        .onRef('wallets.wallet_id', '=', 'wallet_accounts.wallet_id'),
    )
    .select(['address', 'curve', 'public_key', 'address_format'])
    .select(['wallets.wallet_id', 'wallet_name', 'imported', 'exported'])
    .where('wallet_accounts.organization_id', '=', organization_id)
    .where('address', 'in', [signWith, isEthereum ? await checksumAddress(signWith) : signWith])
    .orderBy('wallet_accounts.created_at_ms')
    .executeTakeFirst();
  if (!found) return { context: {} };
  const { address, curve, public_key, address_format } = found;
  return {
    context: { wallet: walletFacts(found), wallet_account: { address } },
    signer: {
      curve: curve as Curve,
      publicKey: fromHex(public_key),
      addressFormat: address_format as AddressFormat,
    },
  };
}
