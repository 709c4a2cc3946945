import { type Chain, isEthereumChain } from '../client/chains.js';
import type { Activity } from '../contract/activities.records.js';
import { describedFacts } from '../reading/describedFacts.js';
import { knownChain, type NamedChain } from '../reading/ethereum.js';
import { ethereumCall } from '../reading/ethereumCall.js';
import { mayBeDescribed } from '../reading/mayBeDescribed.js';
import { dangersOfAll, type SignatureDanger, type SignatureFacts, signatureFacts } from '../reading/signatureFacts.js';
import type { SignatureRequest } from '../reading/signatureRequest.js';
import type { Token } from '../reading/token.js';
import type { TypedDataToRead } from '../reading/typedDataLeaves.js';
import { parametersOf, signedOf, signingTypes } from './effectOf.js';

/** What an activity signs. */
export type ActivitySignature = {
  /** Why to look twice, each once. */
  readonly dangers: readonly SignatureDanger[];
  /** As a page would ask for it, with its facts: one, or several messages. None of what no page asks for, or what cannot be read. */
  readonly parts: readonly { readonly request: SignatureRequest; readonly facts: SignatureFacts }[];
};

/** The chains of the settings, and the tokens that are told by their symbols. */
export type ChainsAndTokens = { readonly chains?: readonly Chain[] | undefined; readonly tokens: readonly Token[] };

/** Reads what an activity signs, by the reader of confirmations. `undefined` if it signs nothing. */
export function signatureOf(activity: Activity, named: ChainsAndTokens): ActivitySignature | undefined {
  const isTransaction = signingTypes.includes(activity.type);
  if (!isTransaction && !signedOf(activity)) return undefined;
  try {
    const parts = (isTransaction ? transactionOf(activity, named) : payloadsOf(activity, named)).map((request) => ({
      request,
      facts: signatureFacts(request, named.tokens),
    }));
    if (parts.length > 0) return { parts, dangers: dangersOfAll(parts.map(({ facts }) => facts)) };
  } catch {
    // what cannot be read is shown as such
  }
  const isDelegation = signedOf(activity)?.is === 'authorization';
  return { parts: [], dangers: [isDelegation ? 'DELEGATION' : 'UNREADABLE'] };
}

/** Whether a descriptor may tell what an activity signs. */
export const mayDescribe = ({ parts }: ActivitySignature): boolean =>
  // The card has the words of one part: of several the raw fields of all stand.
  parts.length === 1 && parts.some(({ request, facts }) => mayBeDescribed(request, facts));

/** The same signature with the descriptions of its parts, where there are descriptors for them. */
export async function describedSignature(
  { parts }: ActivitySignature,
  about: Parameters<typeof describedFacts>[2],
): Promise<ActivitySignature> {
  const described = await Promise.all(
    parts.map(async ({ request, facts }) => ({ request, facts: await describedFacts(request, facts, about) })),
  );
  return { parts: described, dangers: dangersOfAll(described.map(({ facts }) => facts)) };
}

/** @throws {RangeError} for bytes that are no transaction */
function transactionOf(activity: Activity, named: ChainsAndTokens): readonly SignatureRequest[] {
  const { type, signWith, unsignedTransaction } = parametersOf(activity);
  if (typeof unsignedTransaction !== 'string' || typeof signWith !== 'string') return [];
  if (type === 'TRANSACTION_TYPE_SOLANA')
    return [{ kind: 'solana transaction', address: signWith, chain: solana, unsignedTransaction, isSent: false }];
  if (type !== 'TRANSACTION_TYPE_ETHEREUM') return [];
  const chain = chainOf(ethereumCall(unsignedTransaction, 0n).chainId, named);
  return [{ kind: 'transaction', address: signWith, chain, unsignedTransaction, isSent: false }];
}

/** The bytes name no cluster. */
const solana = { id: 'solana', name: 'Solana' };

/** @throws {SyntaxError} for typed data that are no JSON */
function payloadsOf(activity: Activity, named: ChainsAndTokens): readonly SignatureRequest[] {
  const { signWith, payload, payloads = [payload] } = parametersOf(activity);
  const signed = signedOf(activity);
  if (typeof signWith !== 'string' || !Array.isArray(payloads) || !signed) return [];
  if (signed.is === 'message') {
    return signed.messages.map((message) => ({ kind: 'message', address: signWith, message }));
  }
  if (signed.is !== 'typed data') return [];
  return payloads.map((each) => {
    const data = JSON.parse(String(each)) as TypedDataToRead;
    const id = Number((data.domain as { chainId?: unknown } | undefined)?.chainId);
    return { kind: 'typed data', address: signWith, chain: chainOf(id, named), data };
  });
}

/** The chain that the bytes name: one of the kit's, so that it is called as in what was signed before, or one of the settings. */
function chainOf(id: number, { chains = [] }: ChainsAndTokens): NamedChain {
  if (!Number.isSafeInteger(id)) return { id: 0, name: '', symbol: '' };
  const own = chains.filter(isEthereumChain).find((chain) => chain.id === id);
  const { feeOracle, highFee } = own ?? {};
  const known = knownChain(id);
  if (known) return { ...known, highFee };
  const { symbol = '', decimals } = own?.nativeCurrency ?? {};
  return { id, name: own?.name ?? String(id), symbol, decimals, feeOracle, highFee };
}
