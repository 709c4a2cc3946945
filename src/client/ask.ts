import type { AnswerOf, QueryRow } from '../contract/row.js';
import type { Client } from './createClient.js';
import { loadPart } from './loadPart.js';
import type { CallOptions } from './signer.js';
import { type QueryRequest, stampedQuery } from './stampedQuery.js';

/** A stamped query. Where proofs are required, its answer has no address that is held back. @throws as {@link call} does */
export async function ask<R extends QueryRow>(
  client: Client,
  row: R,
  request: QueryRequest<R>,
  options: CallOptions = {},
): Promise<AnswerOf<R>> {
  const answer = await stampedQuery(client, row, request, options);
  if (client.settings.verifyProofs !== 'required') return answer;
  const { withoutUnproved } = await loadPart(import('./proofs/newAddresses.js'));
  const { organizationId = options.organizationId } = request;
  return withoutUnproved(client, answer, { ...options, organizationId });
}
