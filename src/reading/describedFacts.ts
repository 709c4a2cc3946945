import { fromHex } from '../crypto/hex.js';
import type { Description } from './clearSigning/description.js';
import type { Descriptor } from './clearSigning/descriptor.js';
import { ethereumFields, numberIn } from './ethereumFields.js';
import { isOfStandard } from './permits.js';
import type { SignatureDanger, SignatureFacts } from './signatureFacts.js';
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
  // What the kit reads of tokens itself is not said by others where it does not read it: a permit of somebody else's tokens.
  if (facts.kind === 'typed data')
    return !facts.reading && !facts.description && request.kind === 'typed data' && !isOfStandard(request.data);
  if (facts.kind !== 'transaction' || facts.effect || facts.description) return false;
  const { to, data, authorizations } = facts.call;
  return to !== undefined && data !== '0x' && authorizations.length === 0 && !isTokenSelector(data);
}

/**
 * The facts with a description, where the kit's own reading has found nothing: by the app's descriptors, else by those of the package
 * `micro-eth-signer`, which are loaded for it.
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
    const [{ describeCall, describeTypedData }, { packageDescriptors }, { usable }] = await Promise.all([
      import('./clearSigning/describe.js'),
      import('./clearSigning/packageDescriptors.js'),
      import('./clearSigning/usable.js'),
    ]);
    const describe = async (known: readonly Descriptor[]): Promise<Description | undefined> => {
      if (request.kind !== 'transaction' && request.kind !== 'typed data') return undefined;
      const place = { descriptors: known, chain: request.chain, tokens, signer: request.address.toLowerCase() };
      if (request.kind === 'typed data') return describeTypedData(request.data, place);
      const fields = ethereumFields(fromHex(request.unsignedTransaction.replace(/^0x/i, '')));
      if (!fields || facts.kind !== 'transaction' || numberIn(fields.chainId) !== BigInt(request.chain.id))
        return undefined;
      return describeCall({ to: facts.call.to ?? '', data: fields.data, value: numberIn(fields.value) }, place);
    };
    const own = await describe(usable(descriptors));
    if (own) return withDescription(facts, { ...own, by: 'app' });
    const other = await describe(await packageDescriptors());
    return other ? withDescription(facts, { ...other, by: 'package' }) : facts;
  } catch {
    return facts; // the words are a help: without them the raw fields stand with their plate
  }
}

function withDescription(facts: SignatureFacts, description: Description): SignatureFacts {
  const others = facts.dangers.filter((danger) => danger !== 'UNREADABLE');
  const own: SignatureDanger[] = [];
  if (description.isUnlimited) own.push('UNLIMITED');
  if (!description.isWhole) own.push('NOT_WHOLLY_READ');
  return { ...facts, description, dangers: [...own, ...others] } as SignatureFacts;
}
