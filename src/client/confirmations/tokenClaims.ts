import { fromHex } from '../../crypto/hex.js';
import type { ClaimedToken } from '../../reading/claimedTokens.js';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { AskNode } from '../askNode.js';
import { abortable, startDeadline } from '../deadline.js';

/**
 * Asks the contracts of tokens whose amounts the facts tell in smallest units for their symbols and decimals.
 *
 * @param ask - the node of the request's chain. What it refuses or answers wrongly is no claim, and what it does not answer in three seconds.
 * @returns none where all are known.
 * @see ERC-20, `symbol` and `decimals`; ERC-165
 */
export async function tokenClaims(facts: SignatureFacts, ask: AskNode): Promise<readonly ClaimedToken[]> {
  const unnamed = unnamedIn(facts).slice(0, mostAsked);
  if (unnamed.length === 0) return [];
  const { signal, stop } = startDeadline(mostWaitedMs, () => new Error('The node does not answer.'));
  try {
    const claims = await Promise.all(
      unnamed.map((address) => abortable(claimOf(address, ask), signal).catch(() => {})),
    );
    return claims.flatMap((claim) => claim ?? []);
  } finally {
    stop();
  }
}

/** The contracts of tokens whose amounts are told in smallest units, each once. */
function unnamedIn(facts: SignatureFacts): readonly string[] {
  const unnamed = effectsOf(facts).flatMap(({ token, tokenSymbol, unit }) =>
    token !== undefined && tokenSymbol === undefined && unit !== 'NFT' ? [token] : [],
  );
  return [...new Set(unnamed)];
}

function effectsOf(facts: SignatureFacts) {
  if (facts.kind === 'batch') return facts.calls.flatMap(({ effect }) => effect ?? []);
  if (facts.kind === 'typed data') return facts.reading?.effects ?? [];
  return facts.kind === 'transaction' && facts.effect ? [facts.effect] : [];
}

async function claimOf(address: string, ask: AskNode): Promise<ClaimedToken | undefined> {
  const call = (data: string) => ask('eth_call', [{ to: address, data }, 'latest']).catch(() => undefined);
  const [symbol, decimals, isOfNfts] = await Promise.all([
    call('0x95d89b41').then(textIn),
    call('0x313ce567').then(numberIn),
    call(`0x01ffc9a780ac58cd${'0'.repeat(56)}`).then(numberIn),
  ]);
  if (symbol === undefined || decimals === undefined || isOfNfts === 1) return undefined;
  return { address, symbol, decimals };
}

/** A text of at most 32 bytes, as ABI or, as the first tokens have it, as bytes32. Anything but printable ASCII is none. */
function textIn(answer: unknown): string | undefined {
  if (!isHex(answer)) return undefined;
  const isAbi = answer.length === 194;
  if (!isAbi && answer.length !== 66) return undefined;
  const bytes = fromHex(answer.slice(2));
  if (isAbi && wordAt(bytes, 0) !== 32) return undefined;
  const word = isAbi ? bytes.subarray(64) : bytes;
  const [text = ''] = /^[\x21-\x7e]*/.exec(String.fromCharCode(...word)) ?? [];
  const isWhole = !word.subarray(text.length).some(Boolean) && (!isAbi || wordAt(bytes, 32) === text.length);
  return isWhole && text !== '' ? text : undefined;
}

const isHex = (answer: unknown): answer is string =>
  typeof answer === 'string' && answer.length <= 194 && /^0x(?:[\da-f]{2})+$/i.test(answer);

/** A number below 256. */
const numberIn = (answer: unknown): number | undefined =>
  isHex(answer) && answer.length === 66 ? wordAt(fromHex(answer.slice(2)), 0) : undefined;

const wordAt = (bytes: Uint8Array, at: number): number | undefined =>
  bytes.subarray(at, at + 31).some(Boolean) ? undefined : bytes[at + 31];

/** Contracts of one request: a batch may have a hundred calls. */
const mostAsked = 10;
const mostWaitedMs = 3_000;
