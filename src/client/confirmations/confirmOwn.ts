import { utf8 } from '../../crypto/bytes.js';
import { fromHex } from '../../crypto/hex.js';
import { knownChain, type NamedChain } from '../../reading/ethereum.js';
import { ethereumCall } from '../../reading/ethereumCall.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import { readSignedPayload } from '../../reading/signedPayload.js';
import type { TypedDataToRead } from '../../reading/typedDataLeaves.js';
import type { AskNode } from '../askNode.js';
import { isEthereumChain } from '../chains.js';
import type { Client } from '../createClient.js';
import { type CallOptions, livingSession } from '../signer.js';
import { confirmationsOf } from './confirmations.js';

/** Who signs: a request that has a stamper of its own is a server's, where there is no person to ask. */
type Signer = Pick<CallOptions, 'session'> & {
  readonly stamper?: unknown;
  /** The node of the request's chain, where it is known. */
  readonly askNode?: AskNode | undefined;
};

/**
 * Asks the person about what the app's own code wants to be signed, where `confirmSignatures` of the settings is `always`.
 *
 * @throws {ConfirmationError}
 */
export async function confirmOwn(
  client: Client,
  { session, stamper, askNode }: Signer,
  requests: () => readonly SignatureRequest[],
): Promise<void> {
  if (client.settings.confirmSignatures !== 'always' || (stamper !== undefined && stamper !== 'passkey')) return;
  const asks = await livingSession(client, session);
  for (const request of requests()) await confirmationsOf(client).confirm(request, asks, askNode);
}

/** Typed data, with the chain that they name. */
export function typedDataRequest(client: Client, address: string, data: TypedDataToRead): SignatureRequest {
  const { chainId } = (data.domain ?? {}) as { readonly chainId?: unknown };
  return { kind: 'typed data', address, data, chain: chainNamed(client, Number(chainId ?? 0)) };
}

/** An unsigned transaction. Of another chain than Ethereum its bytes are what is known. */
export function signingRequest(client: Client, address: string, unsignedTransaction: string): SignatureRequest {
  const { chainId } = ethereumCall(unsignedTransaction, 0n);
  return { kind: 'transaction', address, chain: chainNamed(client, chainId), unsignedTransaction, isSent: false };
}

/** What the parameters of SIGN_TRANSACTION are for. */
export function transactionRequests(
  client: Client,
  { signWith, unsignedTransaction, type }: { signWith: string; unsignedTransaction: string; type: string },
): readonly SignatureRequest[] {
  const bytes = { kind: 'message', address: signWith, message: utf8(unsignedTransaction) } as const;
  return [type === 'TRANSACTION_TYPE_ETHEREUM' ? signingRequest(client, signWith, unsignedTransaction) : bytes];
}

/** What the parameters of SIGN_RAW_PAYLOAD and SIGN_RAW_PAYLOADS are for: one request a payload. */
export function payloadRequests(
  client: Client,
  parameters: { signWith: string; payload?: string; payloads?: readonly string[]; encoding: string },
): readonly SignatureRequest[] {
  const { signWith: address, payload = '', payloads = [payload], encoding } = parameters;
  const read = readSignedPayload(parameters);
  if (read?.is === 'message') return read.messages.map((message) => ({ kind: 'message', address, message }));
  if (read?.is === 'typed data') return payloads.map((each) => typedDataRequest(client, address, JSON.parse(each)));
  const isHex = encoding === 'PAYLOAD_ENCODING_HEXADECIMAL';
  return payloads.map((each) => ({
    ...{ kind: 'message', address, message: isHex ? fromHex(each.replace(/^0x/, '')) : utf8(each) },
  }));
}

/** An authorization: its bytes are no text that a person can read. @see EIP-7702 */
export const authorizationRequest = (address: string, authorization: object): SignatureRequest => ({
  ...{ kind: 'message', address, message: utf8(JSON.stringify(authorization)) },
});

function chainNamed({ settings: { chains = [] } }: Client, id: number): NamedChain {
  const found = chains.filter(isEthereumChain).find((chain) => chain.id === id);
  const { name = String(id), nativeCurrency: coin, feeOracle, highFee } = found ?? {};
  const { symbol = '', decimals } = coin ?? {};
  return { id, name, symbol, decimals, feeOracle: feeOracle ?? knownChain(id)?.feeOracle, highFee };
}
