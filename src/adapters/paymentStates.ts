import { type Chain, isEthereumChain } from '../client/chains.js';
import type { Client } from '../client/createClient.js';
import type { Activity } from '../contract/activities.records.js';
import { readActivity } from '../contract/readActivity.js';
import { signTransaction } from '../contract/signing.js';
import { equalBytes } from '../crypto/bytes.js';
import { fromHex } from '../crypto/hex.js';
import { readSolanaEnvelope } from '../crypto/solanaMessage.js';
import { ethereumFields, integerIn } from '../reading/ethereumFields.js';
import { accountNotes } from './ethereum/nonces.js';
import { hashOf, signatureIn } from './ethereum/signedTransaction.js';
import { idOf, malformed } from './solana/transactionToSign.js';
import { unsentOf } from './solana/unsent.js';
import type { TransactionStatus } from './state/transactionStatus.js';
import { transactionStatuses } from './state/transactionStatuses.js';

/** What is known of a transaction that was signed. `signed`: perhaps nobody has sent it; `done`: it is in a block, and did not fail. */
export type PaymentState = 'signed' | 'sent' | 'done' | 'reverted';

/** What one chain says. */
export type PaymentStates = {
  /** By the ids of activities, of those that the chain may have. */
  readonly states: ReadonlyMap<Activity['id'], PaymentState>;
  /** When to ask again, in milliseconds; `undefined` where nothing will be another. */
  readonly againMs: number | undefined;
};

/** An activity that has signed a transaction. */
type Payment = { readonly activity: Activity; readonly address: string; readonly hash: string };

/**
 * How far the transactions are that activities have signed, on one chain. It is not asked for what can change no more. What its node says
 * nothing of was signed, or sent where this page or its device knows that; never `done`. Never throws.
 */
export async function paymentStates(
  client: Client,
  chain: Chain,
  activities: readonly Activity[],
): Promise<PaymentStates> {
  const known = knownOf(client);
  const read = await Promise.all(activities.map((activity) => paymentOn(chain, activity).catch(() => undefined)));
  const payments = read.filter((payment) => payment !== undefined);
  const ageMs = ({ activity }: Payment) => client.clock.now() - signedAtMs(activity);
  const keyOf = ({ hash }: Payment) => `${chain.id} ${hash}`;
  const due = payments.filter((payment) => {
    const before = known.get(keyOf(payment));
    if (before?.status.state === 'included') return false;
    return !before || ageMs(payment) < youngMs || Date.now() - before.atMs >= seldomMs;
  });
  const hashes = due.map(({ hash }) => hash);
  const statuses = await transactionStatuses(client, chain, hashes).catch(() => []);
  for (const [at, payment] of due.entries()) {
    const key = keyOf(payment);
    const said = statuses[at];
    // What a node has known was sent, whatever another one behind the same URL says of it.
    const status = said?.state === 'unknown' ? (known.get(key)?.status ?? said) : said;
    if (status) known.set(key, { status, atMs: Date.now() });
  }
  const isSent = (payment: Payment) =>
    known.get(keyOf(payment))?.status.state === 'pending' || wasSent(client, chain, payment);
  const stateOf = (payment: Payment) => {
    const status = known.get(keyOf(payment))?.status;
    return status?.state === 'included' ? ended[status.result] : isSent(payment) ? 'sent' : 'signed';
  };
  const open = payments.filter((payment) => known.get(keyOf(payment))?.status.state !== 'included');
  const isSlow = (payment: Payment) => !known.has(keyOf(payment)) || (isSent(payment) && ageMs(payment) < dayMs);
  return {
    states: new Map(payments.map((payment) => [payment.activity.id, stateOf(payment)])),
    againMs: open.some((payment) => ageMs(payment) < youngMs) ? soonMs : open.some(isSlow) ? seldomMs : undefined,
  };
}

const ended = { success: 'done', reverted: 'reverted' } as const;

/** So long what is signed is expected to be sent, and to be in a block. */
const youngMs = 600_000;
/** What has not come into a block by then hardly will. */
const dayMs = 86_400_000;
const soonMs = 5_000;
const seldomMs = 60_000;

/** What a node has said of a transaction, and when. */
type Said = { readonly status: TransactionStatus; readonly atMs: number };

/** What nodes have said, as long as the page is open. */
const knownOf = (client: Client): Map<string, Said> => {
  const known = saidTo.get(client) ?? new Map<string, Said>();
  saidTo.set(client, known);
  return known;
};

const saidTo = new WeakMap<Client, Map<string, Said>>();

/** `undefined`: the chain cannot have it. Bytes of Solana name no cluster. @throws {Error} where another transaction was signed, or none */
async function paymentOn(chain: Chain, activity: Activity): Promise<Payment | undefined> {
  const { intent, result } = readActivity(signTransaction, activity);
  const { type, unsignedTransaction, signWith: address } = intent;
  const signed = result?.signedTransaction ?? '';
  const unsigned = fromHex(unsignedTransaction.replace(/^0x/i, ''));
  if (type === 'TRANSACTION_TYPE_SOLANA' && !isEthereumChain(chain)) {
    const envelope = readSolanaEnvelope(fromHex(signed), malformed);
    const isSame = equalBytes(envelope.bytes, readSolanaEnvelope(unsigned, malformed).bytes);
    return isSame ? { activity, address, hash: idOf(envelope) } : undefined;
  }
  const fields = type === 'TRANSACTION_TYPE_ETHEREUM' && isEthereumChain(chain) && ethereumFields(unsigned);
  if (!fields || Number(integerIn(fields.chainId)) !== chain.id) return undefined;
  signatureIn(signed, unsigned);
  return { activity, address, hash: await hashOf(`0x${signed}`) };
}

/** Votes may have come long after it was asked for. */
function signedAtMs({ updatedAt, createdAt = '' }: Activity): number {
  const at = updatedAt ?? createdAt;
  return typeof at === 'string' ? Date.parse(at) : Number(at.seconds) * 1_000;
}

/** Whether this device has sent it, or will. */
function wasSent(client: Client, chain: Chain, { address, hash }: Payment): boolean {
  if (!isEthereumChain(chain))
    return unsentOf(client, chain.id, address)
      .read()
      .some(({ id }) => id === hash);
  const { last, unsent = [] } = accountNotes(client, { chainId: chain.id, address }).read() ?? {};
  return last?.hash === hash || unsent.some((each) => each.hash === hash);
}
