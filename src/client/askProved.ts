import type { AnswerOf, QueryRow } from '../contract/row.js';
import { ask, type QueryRequest } from './ask.js';
import type { Client } from './createClient.js';
import { loadPart } from './loadPart.js';
import type { CallOptions } from './signer.js';

// Apart from `ask`, which a login needs: what a module loads later has a price in each file that needs the module.

/** A stamped query for the app. Where proofs are required, its answer has no address that is held back. @throws as {@link call} does */
export async function askProved<R extends QueryRow>(
  client: Client,
  row: R,
  request: QueryRequest<R>,
  options: CallOptions = {},
): Promise<AnswerOf<R>> {
  const answer = await ask(client, row, request, options);
  const { organizationId = options.organizationId } = request;
  return onlyProved(client, answer, { ...options, organizationId });
}

/** An answer without the addresses that are held back, where proofs are required. */
export async function onlyProved<Answer>(client: Client, answer: Answer, options: CallOptions): Promise<Answer> {
  if (client.settings.verifyProofs !== 'required') return answer;
  const { withoutUnproved } = await loadPart(import('./proofs/newAddresses.js'));
  return withoutUnproved(client, answer, options);
}
