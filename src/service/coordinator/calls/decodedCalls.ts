import type { Kysely } from 'kysely';
import { fromHex } from '../../../crypto/hex.js';
import { inSlicesOutside } from '../../slices.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { callSteps } from '../../vault/interfaces/callValue.js';
import type { TransactionFacts } from '../../vault/transactions/transaction.js';
import type { EthereumTransactionInPolicy, PolicyContext, SolanaTransactionInPolicy } from '../policy/context.js';
import { ethereumCallReader, solanaCallReader } from './callReaders.js';

/** What policies see of a transaction, and of the calls in it that the organization's interfaces can read. */
export async function withCalls(
  db: Kysely<Tables>,
  organizationId: string,
  facts: TransactionFacts,
  work: Tools['work'],
): Promise<PolicyContext> {
  if ('eth' in facts) return { eth: { tx: await withCall(db, organizationId, facts.eth.tx, work) } };
  if ('solana' in facts) return { solana: { tx: await withInstructions(db, organizationId, facts.solana.tx, work) } };
  return facts;
}

async function withCall(
  db: Kysely<Tables>,
  organizationId: string,
  tx: EthereumTransactionInPolicy,
  work: Tools['work'],
): Promise<EthereumTransactionInPolicy> {
  if (tx.function_signature === '' || tx.to === '') return tx;
  const read = await ethereumCallReader(db, organizationId, tx.to, work);
  return { ...tx, ...work.charge(() => read?.(fromHex(tx.data.slice(2)))) };
}

async function withInstructions(
  db: Kysely<Tables>,
  organizationId: string,
  tx: SolanaTransactionInPolicy,
  work: Tools['work'],
): Promise<SolanaTransactionInPolicy> {
  const readers = new Map<string, Awaited<ReturnType<typeof solanaCallReader>>>();
  for (const program of tx.program_keys)
    readers.set(program, await solanaCallReader(db, organizationId, program, work));
  const bytes = tx.instructions.reduce((sum, { instruction_data_hex: hex }) => sum + hex.length / 2, 0);
  const budget = callSteps(bytes);
  const instructions = await inSlicesOutside(db, tx.instructions, (instruction) => {
    const accounts = instruction.accounts.map(({ account_key }) => account_key);
    const read = readers.get(instruction.program_key);
    const call = work.charge(() => read?.(fromHex(instruction.instruction_data_hex), accounts, budget));
    return call ? { ...instruction, parsed_instruction_data: call } : instruction;
  });
  return { ...tx, instructions };
}
