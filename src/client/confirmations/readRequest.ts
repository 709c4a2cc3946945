import { utf8 } from '../../crypto/bytes.js';
import { mayBeSolanaTransaction } from '../../crypto/solanaMessage.js';
import { describedFacts } from '../../reading/describedFacts.js';
import { namedTokens } from '../../reading/namedTokens.js';
import { type SignatureFacts, signatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import { asksToSignIn, type SignInFault, signInFault } from '../../reading/signInMessage.js';
import { UnreadableTypedData } from '../../reading/typedDataLeaves.js';
import type { AskNode } from '../askNode.js';
import type { Client } from '../createClient.js';
import { ConfirmationError, type RefusalReason } from './confirmationError.js';
import { tokenClaims } from './tokenClaims.js';

/**
 * Reads what a signature would be for, and refuses what nobody is asked about, whatever the settings say: a login for another page or
 * account, a request to this service written as a text, a transaction of Solana that is called a message, and typed data with members that
 * would be shown and not signed.
 *
 * @throws {ConfirmationError} REQUEST_REFUSED
 */
export async function readRequest(request: SignatureRequest, client: Client): Promise<SignatureFacts> {
  if (request.kind === 'message') refuseMessage(request, client);
  if (request.kind === 'typed data' && payloadBytes(request.data) > mostSigned) throw refused('TOO_LONG');
  const tokens = request.kind === 'message' ? [] : await namedTokens(client.settings.tokens);
  try {
    const facts = signatureFacts(request, tokens);
    return await describedFacts(request, facts, { tokens, descriptors: client.settings.descriptors });
  } catch (error) {
    if (error instanceof UnreadableTypedData) throw refused('TYPED_DATA_UNREADABLE', error.message);
    throw error;
  }
}

/**
 * The same, with what the contracts of tokens say that nobody knows.
 *
 * @param askNode - of the request's chain. Default: nobody is asked.
 * @throws {ConfirmationError} REQUEST_REFUSED
 */
export async function readWithClaims(
  request: SignatureRequest,
  client: Client,
  askNode?: AskNode,
): Promise<{ readonly request: SignatureRequest; readonly facts: SignatureFacts }> {
  const facts = await readRequest(request, client);
  const claimed = askNode ? await tokenClaims(facts, askNode) : [];
  if (claimed.length === 0) return { request, facts };
  const told = { ...request, claimed };
  return { request: told, facts: await readRequest(told, client) };
}

function refuseMessage({ message, address }: Extract<SignatureRequest, { kind: 'message' }>, client: Client): void {
  if (message.length > mostBytes) throw refused('TOO_LONG');
  const bytes = typeof message === 'string' ? utf8(message) : message;
  const head = address.startsWith('0x') ? ethereumHead.length : 0;
  if (head + bytes.length > mostBytes) throw refused('TOO_LONG');
  if (!address.startsWith('0x') && mayBeSolanaTransaction(bytes)) throw refused('TEXT_IS_TRANSACTION');
  // Of bytes that are no text, others may read some.
  const text = typeof message === 'string' ? message : new TextDecoder().decode(message);
  if (isOwnRequest(text)) throw refused('TEXT_IS_REQUEST');
  if (!asksToSignIn(text)) return;
  const url = globalThis.location?.href;
  const place = { address, nowMs: client.clock.now() };
  const fault = url === undefined ? 'domain' : signInFault(text, { ...place, url });
  if (fault !== undefined) throw refused(faults[fault]);
}

/** As it is signed: large integers as decimal strings. */
const payloadBytes = (data: object): number =>
  utf8(JSON.stringify(data, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).length;

/** The service signs payloads of 64 KiB: nobody reads what cannot be signed then. */
const mostSigned = 65_536;
/** Messages are written in hex. */
const mostBytes = mostSigned / 2;
/** What stands before the longest message that Ethereum signs. */
const ethereumHead = '\x19Ethereum Signed Message:\n32737';

/** A body of an activity, or of a query. */
function isOwnRequest(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return false;
    return 'organizationId' in value || ('type' in value && /^ACTIVITY_TYPE_/.test(String(value.type)));
  } catch {
    return false;
  }
}

const faults: { readonly [fault in SignInFault]: RefusalReason } = {
  form: 'LOGIN_MALFORMED',
  domain: 'LOGIN_TO_ANOTHER_PAGE',
  uri: 'LOGIN_TO_ANOTHER_PAGE',
  address: 'LOGIN_OF_ANOTHER_ACCOUNT',
  time: 'LOGIN_AT_ANOTHER_TIME',
};

/** @param why - Default: the reason in words. */
const refused = (reason: RefusalReason, why = reason.toLowerCase().replaceAll('_', ' ')) =>
  new ConfirmationError('REQUEST_REFUSED', `This is not signed: ${why}.`, reason);
