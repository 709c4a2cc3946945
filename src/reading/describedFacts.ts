import { fromHex } from '../crypto/hex.js';
import type { DescribePlace } from './clearSigning/describePlace.js';
import type { Description } from './clearSigning/description.js';
import type { Descriptor } from './clearSigning/descriptor.js';
import { ethereumFields, numberIn } from './ethereumFields.js';
import { isOfStandard } from './permits.js';
import { type CallFacts, dangersOfAll, type SignatureDanger, type SignatureFacts } from './signatureFacts.js';
import type { SignatureRequest } from './signatureRequest.js';
import type { Token } from './token.js';
import { isTokenSelector } from './tokenCall.js';

type About = {
  /** Of the app's settings. */
  readonly descriptors?: readonly Descriptor[] | undefined;
  /** Those whose amounts are told in whole tokens. */
  readonly tokens: readonly Token[];
};

/** Whether nothing was read of a call or of typed data, so that a descriptor may tell what it is. */
export function mayBeDescribed(request: SignatureRequest, facts: SignatureFacts): boolean {
  if (facts.kind === 'transaction') return isUnread(facts);
  if (facts.kind === 'batch') return facts.calls.some(isUnread);
  if (facts.kind !== 'typed data' || request.kind !== 'typed data') return false;
  // What the kit reads of tokens itself is not said by others where it does not read it: a permit of somebody else's tokens.
  return !facts.reading && !facts.description && !isOfStandard(request.data);
}

function isUnread({ effect, description, call }: CallFacts): boolean {
  const { to, data, authorizations } = call;
  if (effect || description) return false;
  return to !== undefined && data !== '0x' && authorizations.length === 0 && !isTokenSelector(data);
}

/**
 * The facts with a description, where the kit's own reading has found nothing: by the app's descriptors, else by those of the package
 * `micro-eth-signer`, which are loaded for it. Of a batch each call is told like a transaction that stands alone.
 *
 * @see ERC-7730
 */
export async function describedFacts(
  request: SignatureRequest,
  facts: SignatureFacts,
  { descriptors = [], tokens }: About,
): Promise<SignatureFacts> {
  if (!mayBeDescribed(request, facts)) return facts;
  try {
    const [{ packageDescriptors }, { usable }] = await Promise.all([
      import('./clearSigning/packageDescriptors.js'),
      import('./clearSigning/usable.js'),
    ]);
    const own = await toldBy('app', usable(descriptors), tokens, request, facts);
    if (!mayBeDescribed(request, own)) return own;
    return await toldBy('package', await packageDescriptors(), tokens, request, own);
  } catch {
    return facts; // the words are a help: without them the raw fields stand with their plate
  }
}

/** The facts with what these descriptors tell. */
async function toldBy(
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
    return { ...facts, calls, dangers: dangersOfAll(calls) };
  }
  if (request.kind !== 'typed data' || facts.kind !== 'typed data') return facts;
  const { describeTypedData } = await import('./clearSigning/describe.js');
  return withDescription(facts, by, await describeTypedData(request.data, place));
}

async function toldCall<Facts extends CallFacts>(
  by: NonNullable<Description['by']>,
  place: DescribePlace,
  unsignedTransaction: string,
  facts: Facts,
): Promise<Facts> {
  if (!isUnread(facts)) return facts;
  const { describeCall } = await import('./clearSigning/describe.js');
  const fields = ethereumFields(fromHex(unsignedTransaction.replace(/^0x/i, '')));
  if (!fields || numberIn(fields.chainId) !== BigInt(place.chain.id)) return facts;
  const call = { to: facts.call.to ?? '', data: fields.data, value: numberIn(fields.value) };
  return withDescription(facts, by, await describeCall(call, place));
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
