import { isOfStandard } from './permits.js';
import type { CallFacts, SignatureFacts } from './signatureFacts.js';
import type { SignatureRequest } from './signatureRequest.js';
import { isTokenSelector } from './tokenCall.js';

/** Whether nothing was read of a call or of typed data, so that a descriptor may tell what it is. */
export function mayBeDescribed(request: SignatureRequest, facts: SignatureFacts): boolean {
  if (facts.kind === 'transaction') return isUnread(facts);
  if (facts.kind === 'batch') return facts.calls.some(isUnread);
  if (facts.kind !== 'typed data' || request.kind !== 'typed data') return false;
  // What the kit reads of tokens itself is not said by others where it does not read it: a permit of somebody else's tokens.
  return !facts.reading && !facts.description && !isOfStandard(request.data);
}

/** The same of one call. */
export function isUnread({ effect, description, call }: CallFacts): boolean {
  const { to, data, authorizations } = call;
  if (effect || description) return false;
  return to !== undefined && data !== '0x' && authorizations.length === 0 && !isTokenSelector(data);
}
