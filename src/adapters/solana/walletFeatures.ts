import type { SolanaChain } from '../../client/chains.js';
import { confirmationsOf } from '../../client/confirmations/confirmations.js';
import { type Follow, type FollowedState, unfollowed } from '../../client/confirmations/following.js';
import type { Client } from '../../client/createClient.js';
import { livingSession } from '../../client/signer.js';
import { signRawPayload, signTransaction } from '../../contract/signing.js';
import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { Session } from '../../sessions/session.js';
import { awaitVotes, needsVotes, type VotingOptions } from '../awaitVotes.js';
import { connectionOf } from '../connection.js';
import type { NodeAddress } from '../nodes/callNode.js';
import { textOrBytes } from '../textOrBytes.js';
import { forPage } from './forPage.js';
import { awaitCommitment, resumeSending, sendSigned } from './sendSigned.js';
import type { SignInInput } from './signInInput.js';
import { signInText } from './signInText.js';
import { checkedSignature, type SolanaMessageToSign, signSolanaMessage } from './signSolanaMessage.js';
import { checkedSolanaTransaction, signSolanaTransaction } from './signSolanaTransaction.js';
import { signToSend } from './signToSend.js';
import { solanaPublicKey } from './solanaAddress.js';
import { SolanaError } from './solanaError.js';
import { isBlockhashValid, nodeOf } from './solanaNode.js';
import { refuseUnsigned, type SolanaTransactionToSign, transactionToSign } from './transactionToSign.js';
import { type Commitment, type SolanaSendOptions, solanaRecord } from './unsent.js';

/** What a page's requests are answered with. */
export type FeaturesContext = {
  readonly client: Client;
  readonly chains: readonly SolanaChain[];
  readonly node: Omit<NodeAddress, 'url'>;
  readonly approvalTimeoutMs: number;
  /** Called with the addresses when others are connected than before. */
  readonly onAccounts: (addresses: readonly string[]) => void;
};

type Tell = (state: FollowedState) => void;

/** Copies of what a page has given: what it changes later is neither shown nor signed. */
export type TransactionInput = {
  readonly address: string;
  readonly transaction: Bytes;
  readonly chain: string | undefined;
};
export type SendInput = TransactionInput & {
  readonly options: SolanaSendOptions;
  readonly commitment: Commitment | undefined;
};
/** A message with its signature, and who has signed it. */
export type SignedMessage = SolanaMessageToSign & { readonly signature: Bytes };

/** The features of the wallet. They are loaded when a page first uses one of them, or when somebody is logged in. */
export type WalletFeatures = {
  readonly connect: (isSilent: boolean) => Promise<readonly string[]>;
  readonly disconnect: () => Promise<void>;
  /** Tells what has changed since the last time. */
  readonly follow: () => Promise<void>;
  readonly signTransactions: (inputs: readonly TransactionInput[]) => Promise<readonly Bytes[]>;
  readonly sendTransactions: (inputs: readonly SendInput[]) => Promise<readonly string[]>;
  readonly signMessages: (inputs: readonly SolanaMessageToSign[]) => Promise<readonly SignedMessage[]>;
  readonly signIn: (inputs: readonly SignInInput[]) => Promise<readonly SignedMessage[]>;
};

/** Several inputs are asked about one after the other, and nothing is signed before all are confirmed. */
export function walletFeatures(context: FeaturesContext): WalletFeatures {
  const { client, chains, node, approvalTimeoutMs, onAccounts } = context;
  const { confirm, confirmAndFollow } = confirmationsOf(client);
  const connection = connectionOf<string>(client, {
    addressOf: ({ address, addressFormat }) =>
      addressFormat === 'ADDRESS_FORMAT_SOLANA' && solanaPublicKey(address) ? address : undefined,
    revoked: solanaRecord(client, 'revoked', (value) => typeof value === 'string'),
    told: [],
    onListed(addresses) {
      for (const chain of chains)
        for (const address of addresses)
          void resumeSending(client, { address, chain, ask: nodeOf(chain, node) }).catch(() => {});
    },
    onChange: onAccounts,
  });

  /** Whose account it is. @throws {SolanaError} NOT_CONNECTED */
  async function sessionOf(address: string): Promise<Session> {
    for (const isAnew of [false, true]) {
      const now = await connection.connected(isAnew);
      if (isAnew) void connection.follow();
      if (now?.accounts.includes(address)) return now.session;
    }
    throw new SolanaError('NOT_CONNECTED', `This page has no access to an account ${address}: connect first.`);
  }

  function chainOf(id: string): SolanaChain {
    const found = chains.find((chain) => chain.id === id);
    if (found) return found;
    throw new SolanaError('CHAIN_NOT_KNOWN', `This app has no node of ${id}: name it in the chains of the settings.`);
  }

  /** All is read and refused before the person is asked about anything. */
  async function read(inputs: readonly TransactionInput[]) {
    const all = inputs.map(({ address, transaction, chain }) => ({
      transaction: transactionToSign(transaction, address),
      chain: chain === undefined ? undefined : chainOf(chain),
    }));
    return Promise.all(all.map(async (each) => ({ ...each, session: await sessionOf(each.transaction.address) })));
  }
  type Read = Awaited<ReturnType<typeof read>>[number];

  async function requestOf({ transaction, chain }: Read, isSent: boolean): Promise<SignatureRequest> {
    const { address, given, message } = transaction;
    // A transaction names its chain by a blockhash alone: what the page calls it is shown only where that chain has this one.
    const isKnown =
      chain && (await isBlockhashValid(nodeOf(chain, node), message.blockhash).catch(unknownUnless(isSent)));
    const named = chain && isKnown ? { id: chain.id, name: chain.name } : undefined;
    const unsignedTransaction = toHex(given);
    return { kind: 'solana transaction', address, chain: named, unsignedTransaction, isSent };
  }

  /** Asks about one after the other. What becomes of all of them is shown where the last one was. */
  async function confirmAll<Asked extends { readonly session: Session }>(
    all: readonly Asked[],
    requestFor: (asked: Asked) => SignatureRequest | Promise<SignatureRequest>,
  ): Promise<Follow> {
    const last = all.at(-1);
    for (const each of all.slice(0, -1)) await confirm(await requestFor(each), each.session);
    return last ? confirmAndFollow(await requestFor(last), last.session) : unfollowed;
  }

  /** How long others may take, and that they are waited for. */
  const voting = (session: Session, tell: Tell): VotingOptions => ({
    ...{ session, approvalTimeoutMs },
    onWaiting: (activity) => tell({ at: 'waiting', activity }),
  });

  /** Signs, or what waits for the votes of others. */
  async function begun(
    transaction: SolanaTransactionToSign,
    session: Session,
    tell: Tell,
  ): Promise<() => Promise<Bytes>> {
    try {
      const signed = await signSolanaTransaction(client, transaction, { session });
      return async () => signed;
    } catch (pending) {
      if (!needsVotes(pending)) throw pending;
      return async () => {
        const result = await awaitVotes(client, signTransaction, pending, voting(session, tell));
        return checkedSolanaTransaction(result.signedTransaction, transaction);
      };
    }
  }

  async function signedMessage(toSign: SolanaMessageToSign, session: Session, tell: Tell): Promise<Bytes> {
    try {
      return await signSolanaMessage(client, toSign, { session });
    } catch (pending) {
      if (!needsVotes(pending)) throw pending;
      return checkedSignature(await awaitVotes(client, signRawPayload, pending, voting(session, tell)), toSign);
    }
  }

  /** Signs all, then sends them in their order. */
  async function signAndSend(all: readonly Read[], inputs: readonly SendInput[]): Promise<readonly string[]> {
    const signed = await inOrder(all, ({ transaction, session }) => signToSend(client, transaction, session));
    const sent: string[] = [];
    for (const [index, { options, commitment, ...input }] of inputs.entries())
      try {
        const chain = chainOf(input.chain ?? '');
        const ask = nodeOf(chain, node);
        // Nothing is sent for a person who has logged out meanwhile.
        await livingSession(client, all[index]?.session);
        const bytes = signed[index] ?? new Uint8Array();
        const id = await sendSigned(client, { signed: bytes, address: input.address, chain, ask, options });
        if (commitment) await awaitCommitment(ask, id, commitment);
        sent.push(id);
      } catch (cause) {
        if (sent.length === 0) throw cause;
        throw new SolanaError('NOT_ALL_SENT', `${sent.length} of ${inputs.length} transactions were sent.`, {
          sent,
          cause,
        });
      }
    return sent;
  }

  async function signMessages(inputs: readonly SolanaMessageToSign[]): Promise<readonly SignedMessage[]> {
    const all = await inOrder(inputs, async (input) => ({ ...input, session: await sessionOf(input.address) }));
    const follow = await confirmAll(all, ({ address, message }) => ({
      ...{ kind: 'message', address, message: textOrBytes(message) },
    }));
    return follow((tell) =>
      inOrder(all, async ({ session, ...toSign }) => ({
        ...toSign,
        signature: await signedMessage(toSign, session, tell),
      })),
    );
  }

  async function signTransactions(inputs: readonly TransactionInput[]): Promise<readonly Bytes[]> {
    const all = await read(inputs);
    const follow = await confirmAll(all, (each) => requestOf(each, false));
    return follow(async (tell) => {
      const started = await inOrder(all, ({ transaction, session }) => begun(transaction, session, tell));
      return inOrder(started, (finish) => finish());
    });
  }

  async function sendTransactions(inputs: readonly SendInput[]): Promise<readonly string[]> {
    const all = await read(inputs);
    for (const { transaction } of all) refuseUnsigned(transaction);
    const follow = await confirmAll(all, (each) => requestOf(each, true));
    return follow(() => signAndSend(all, inputs));
  }

  return {
    follow: connection.follow,
    disconnect: connection.revoke,
    signMessages: (inputs) => forPage(signMessages(inputs)),
    async connect(isSilent) {
      const now = isSilent ? await connection.connected() : await connection.connect();
      await connection.follow();
      return now?.accounts ?? [];
    },
    signTransactions: (inputs) => forPage(signTransactions(inputs)),
    sendTransactions: (inputs) => forPage(sendTransactions(inputs)),
    async signIn(inputs) {
      const { accounts } = await connection.connect();
      const messages = inputs.map((input) => {
        const address = input.address ?? accounts[0];
        if (address === undefined) throw new SolanaError('NOT_CONNECTED', 'This person has no account of Solana.');
        const text = signInText({ ...input, address, domain: input.domain ?? globalThis.location?.host ?? '' });
        return { address, message: utf8(text) };
      });
      return forPage(signMessages(messages));
    },
  };
}

/** Nothing is sent by a node that does not answer; what is only signed may do without. */
const unknownUnless =
  (isSent: boolean) =>
  (error: unknown): boolean => {
    if (isSent && !(error instanceof SolanaError && error.code === 'NODE_REFUSED')) throw error;
    return false;
  };

async function inOrder<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
