import { fromHex } from '../../crypto/hex.js';
import { ethereumFields, integerIn } from '../ethereumFields.js';
import { isUnread } from '../mayBeDescribed.js';
import { type CallFacts, dangersOfAll, type SignatureDanger, type SignatureFacts } from '../signatureFacts.js';
import type { SignatureRequest } from '../signatureRequest.js';
import type { Token } from '../token.js';
import { describeCall, describeTypedData } from './describe.js';
import type { DescribePlace } from './describePlace.js';
import type { Description } from './description.js';
import type { Descriptor } from './descriptor.js';

/** The facts with what these descriptors tell. */
export async function toldBy(
  by: NonNullable<Description['by']>,
  descriptors: readonly Descriptor[],
  tokens: readonly Token[],
  request: SignatureRequest,
  facts: SignatureFacts,
): Promise<SignatureFacts> {
  if (request.kind === 'message' || request.kind === 'solana transaction') return facts;
  const place = { descriptors, chain: request.chain, tokens, signer: request.address.toLowerCase() };
  if (request.kind === 'transaction' && facts.kind === 'transaction')
    return toldCall(by, place, request.unsignedTransaction, facts);
  if (request.kind === 'batch' && facts.kind === 'batch') {
    const calls: CallFacts[] = [];
    for (const [at, call] of facts.calls.entries())
      calls.push(await toldCall(by, place, request.unsignedTransactions[at] ?? '', call));
    // What is of all of them together, like their fee, stays.
    const ofCalls = dangersOfAll(facts.calls);
    const ofAll = facts.dangers.filter((danger) => !ofCalls.includes(danger));
    return { ...facts, calls, dangers: [...dangersOfAll(calls), ...ofAll] };
  }
  if (request.kind !== 'typed data' || facts.kind !== 'typed data') return facts;
  return withDescription(facts, by, await describeTypedData(request.data, place));
}

/** One call. What goes wrong with it takes the words of no other one. */
async function toldCall<Facts extends CallFacts>(
  by: NonNullable<Description['by']>,
  place: DescribePlace,
  unsignedTransaction: string,
  facts: Facts,
): Promise<Facts> {
  if (!isUnread(facts)) return facts;
  try {
    const fields = ethereumFields(fromHex(unsignedTransaction.replace(/^0x/i, '')));
    if (!fields || integerIn(fields.chainId) !== BigInt(place.chain.id)) return facts;
    const call = { to: facts.call.to ?? '', data: fields.data, value: integerIn(fields.value) };
    return withDescription(facts, by, await describeCall(call, place));
  } catch {
    return facts;
  }
}

function withDescription<Facts extends { readonly dangers: readonly SignatureDanger[] }>(
  facts: Facts,
  by: Description['by'],
  description: Description | undefined,
): Facts {
  if (!description) return facts;
  const others = facts.dangers.filter((danger) => danger !== 'UNREADABLE');
  const own: SignatureDanger[] = [];
  if (description.isUnlimited) own.push('UNLIMITED');
  if (!description.isWhole) own.push('NOT_WHOLLY_READ');
  return { ...facts, description: { ...description, by }, dangers: [...own, ...others] };
}
