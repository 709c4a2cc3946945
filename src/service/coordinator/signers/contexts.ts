import type { Kysely } from 'kysely';
import type { PolicyRoot } from '../../../contract/facts.js';
import { RefusedError } from '../../../contract/refusals.js';
import type { SignRawPayloadParameters, SignTransactionParameters } from '../../../contract/signing.js';
import { fromHex, toHex } from '../../../crypto/hex.js';
import { inSlicesOutside } from '../../slices.js';
import type { Tables } from '../../store/schema.js';
import { readAuthorization } from '../../vault/ethereum/authorization.js';
import { readTypedData } from '../../vault/ethereum/typedData.js';
import { readTransaction } from '../../vault/transactions/transaction.js';
import type { Organization } from '../callers/caller.js';
import { withCalls } from '../calls/decodedCalls.js';
import type { ContextReading } from '../engine/handlers/handler.js';
import type { PolicyContext, PrivateKeyFacts, Wanted } from '../policy/context.js';
import { findSignerOnce, type NamedSigner } from './signers.js';

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
  reading: ContextReading,
): Promise<PolicyContext[]> {
  const { context } = await signerContext(db, organization, signWith, reading);
  const read = factsOf[encoding];
  if (!read || !wanted.has(read.as)) return payloads.map(() => context); // bytes are one thing to policies, whatever they are
  const { work, once } = reading;
  return inSlicesOutside(db, payloads, async (payload) => {
    const facts = await once(`${encoding} ${payload}`, () => work.chargeAll(() => read.facts(payload)));
    return { ...context, eth: facts };
  });
}

/** What policies see of a payload, by how it is encoded. */
const factsOf: Partial<Record<string, { readonly as: PolicyRoot; readonly facts: (payload: string) => Promise<Eth> }>> =
  {
    PAYLOAD_ENCODING_EIP712: {
      as: 'eth.eip_712',
      facts: async (payload) => ({ eip_712: (await readTypedData(payload)).facts }),
    },
    PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: {
      as: 'eth.eip_7702_authorization',
      facts: async (payload) => ({ eip_7702_authorization: (await readAuthorization(payload)).facts }),
    },
  };

type Eth = NonNullable<PolicyContext['eth']>;

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
  reading: ContextReading,
): Promise<PolicyContext[]> {
  const { context, signer } = await signerContext(db, organization, signWith, reading);
  if (!signer || !transactionRoots.some((root) => wanted.has(root))) return [context];
  const { work, once } = reading;
  const text = `${type} ${toHex(signer.publicKey)} ${signer.addressFormat} ${unsignedTransaction}`;
  const facts = await once(text, async () => {
    const read = await work.chargeAll(() => readTransaction(type, unsignedTransaction, signer));
    return read.facts;
  });
  return [
    { ...context, ...(wanted.has('calls') ? await withCalls(db, organization.organization_id, facts, work) : facts) },
  ];
}

const transactionRoots: readonly PolicyRoot[] = ['eth.tx', 'solana.tx', 'tron.tx', 'bitcoin.tx'];

type PublicKey = Parameters<typeof readTransaction>[2];

/** Who signs: an account and its wallet, or a private key of its own. Of a signer that is not there policies see nothing. */
export async function signerContext(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  signWith: string,
  reading: Pick<ContextReading, 'onceInside'>,
): Promise<{ readonly context: PolicyContext; readonly signer?: PublicKey }> {
  const found = await signerAt(db, { organization_id, signWith }, reading.onceInside);
  if (!found) return { context: {} };
  const { curve, addressFormat, publicKey, account, context: place } = found;
  const signer = { curve, addressFormat, publicKey: fromHex(publicKey) };
  if (account) return { signer, context: { wallet: account.wallet, wallet_account: { address: account.address } } };
  return { signer, context: { private_key: await privateKeyFacts(db, organization_id, place.id) } };
}

async function signerAt(db: Kysely<Tables>, named: NamedSigner, onceInside: ContextReading['onceInside']) {
  try {
    return await findSignerOnce(db, named, onceInside);
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'SIGNER_NOT_FOUND') return undefined;
    throw error;
  }
}

/** A private key as policies see it. */
export async function privateKeyFacts(
  db: Kysely<Tables>,
  organizationId: string,
  id: string,
): Promise<PrivateKeyFacts> {
  const key = await db
    .selectFrom('private_keys')
    .select(['private_key_name', 'imported', 'exported'])
    .where('organization_id', '=', organizationId)
    .where('private_key_id', '=', id)
    .executeTakeFirstOrThrow();
  const tags = await db
    .selectFrom('tagged_private_keys')
    .select('tag_id')
    .where('organization_id', '=', organizationId)
    .where('private_key_id', '=', id)
    .execute();
  const { private_key_name: label, imported, exported } = key;
  return { id, label, tags: tags.map(({ tag_id }) => tag_id), imported: imported === 1, exported: exported === 1 };
}
