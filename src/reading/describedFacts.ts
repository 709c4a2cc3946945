import type { Descriptor } from './clearSigning/descriptor.js';
import { mayBeDescribed } from './mayBeDescribed.js';
import type { SignatureFacts } from './signatureFacts.js';
import type { SignatureRequest } from './signatureRequest.js';
import type { Token } from './token.js';

type About = {
  /** Of the app's settings. */
  readonly descriptors?: readonly Descriptor[] | undefined;
  /** Those whose amounts are told in whole tokens. */
  readonly tokens: readonly Token[];
};

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
  let told = facts;
  try {
    const [{ toldBy }, { packageDescriptors }, { usable }] = await Promise.all([
      import('./clearSigning/toldBy.js'),
      import('./clearSigning/packageDescriptors.js'),
      import('./clearSigning/usable.js'),
    ]);
    told = await toldBy('app', usable(descriptors), tokens, request, told);
    if (mayBeDescribed(request, told))
      told = await toldBy('package', await packageDescriptors(), tokens, request, told);
  } catch {
    // the words are a help: without them the raw fields stand with their plate
  }
  return told;
}
