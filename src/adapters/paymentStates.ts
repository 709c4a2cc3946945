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

/** The states by the ids of activities. */
export type PaymentStates = {
  readonly states: ReadonlyMap<Activity['id'], PaymentState>;
  /** Whether one of them will soon be another. */
  readonly isMoving: boolean;
};

/** An activity that has signed a transaction. */
type Payment = {
  readonly activity: Activity;
  readonly address: string;
  readonly hash: string;
  /** That may have it: bytes of Solana name no cluster. */
  readonly chains: readonly Chain[];
};

/**
 * How far the transactions are that activities have signed. Each chain is asked by one request, and not for what can change no more. What no
 * node says anything of was signed, or sent where this page or its device knows that; never `done`.
 */
export async function paymentStates(client: Client, activities: readonly Activity[]): Promise<PaymentStates> {
  const { chains = [] } = client.settings;
  const known = knownOf(client);
  const nowMs = client.clock.now();
  const read = await Promise.all(activities.map((activity) => paymentOf(activity, chains).catch(() => undefined)));
  const payments = read.filter((payment) => payment !== undefined);
  const isYoung = ({ activity }: Payment) => nowMs - madeAtMs(activity) < youngMs;
  const mayChange = (payment: Payment, status: TransactionStatus | undefined) =>
    status?.state !== 'included' && (status?.state === 'pending' || isYoung(payment) || wasSent(client, payment));
  await Promise.all(
    chains.map(async (chain) => {
      const open = payments.filter((payment) => {
        const status = known.get(keyOf(chain, payment));
        return payment.chains.includes(chain) && (status === undefined || mayChange(payment, status));
      });
      const hashes = open.map(({ hash }) => hash);
      const statuses = await transactionStatuses(client, chain, hashes).catch(() => []);
      for (const [at, payment] of open.entries()) {
        const status = statuses[at];
        const before = known.get(keyOf(chain, payment));
        // What a node has known was sent, whatever another one behind the same URL says of it.
        if (status && !(status.state === 'unknown' && before)) known.set(keyOf(chain, payment), status);
      }
    }),
  );
  const statusOf = (payment: Payment) => {
    const all = payment.chains.map((chain) => known.get(keyOf(chain, payment)));
    return all.find((each) => each?.state === 'included') ?? all.find((each) => each?.state === 'pending') ?? all[0];
  };
  const states = payments.map((payment) => {
    const status = statusOf(payment);
    const isSent = status?.state === 'pending' || wasSent(client, payment);
    const state = status?.state === 'included' ? ended[status.result] : isSent ? 'sent' : 'signed';
    return [payment.activity.id, state] as const;
  });
  return {
    states: new Map([...activities.map(({ id }) => [id, 'signed'] as const), ...states]),
    isMoving: payments.some((payment) => payment.chains.length > 0 && mayChange(payment, statusOf(payment))),
  };
}

const ended = { success: 'done', reverted: 'reverted' } as const;

/** So long what is signed is expected to be sent. */
const youngMs = 600_000;

/** What nodes have said, as long as the page is open. */
const knownOf = (client: Client): Map<string, TransactionStatus> => {
  const known = statuses.get(client) ?? new Map<string, TransactionStatus>();
  statuses.set(client, known);
  return known;
};

const statuses = new WeakMap<Client, Map<string, TransactionStatus>>();

const keyOf = ({ id }: Chain, { hash }: Payment) => `${id} ${hash}`;

/** `undefined` for what no chain of the kit's takes. @throws {Error} where another transaction was signed than was to be, or none */
async function paymentOf(activity: Activity, chains: readonly Chain[]): Promise<Payment | undefined> {
  const { intent, result } = readActivity(signTransaction, activity);
  const { type, unsignedTransaction, signWith: address } = intent;
  const signed = result?.signedTransaction ?? '';
  const unsigned = fromHex(unsignedTransaction.replace(/^0x/i, ''));
  if (type === 'TRANSACTION_TYPE_SOLANA') {
    const envelope = readSolanaEnvelope(fromHex(signed), malformed);
    if (!equalBytes(envelope.bytes, readSolanaEnvelope(unsigned, malformed).bytes)) return undefined;
    return { activity, address, hash: idOf(envelope), chains: chains.filter((chain) => !isEthereumChain(chain)) };
  }
  const fields = type === 'TRANSACTION_TYPE_ETHEREUM' && ethereumFields(unsigned);
  if (!fields) return undefined;
  signatureIn(signed, unsigned);
  const id = Number(integerIn(fields.chainId));
  return { activity, address, hash: await hashOf(`0x${signed}`), chains: chains.filter((chain) => chain.id === id) };
}

function madeAtMs({ createdAt = '' }: Activity): number {
  return typeof createdAt === 'string' ? Date.parse(createdAt) : Number(createdAt.seconds) * 1_000;
}

/** Whether this device has sent it, or will. */
const wasSent = (client: Client, { address, hash, chains }: Payment): boolean =>
  chains.some((chain) => {
    if (!isEthereumChain(chain))
      return unsentOf(client, chain.id, address)
        .read()
        .some(({ id }) => id === hash);
    const { last, unsent = [] } = accountNotes(client, { chainId: chain.id, address }).read() ?? {};
    return last?.hash === hash || unsent.some((each) => each.hash === hash);
  });
